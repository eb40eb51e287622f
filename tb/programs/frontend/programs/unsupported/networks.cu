#include <cudnn.h> // HERE
int main() { cudnnHandle_t handle; cudnnCreate(&handle); }
