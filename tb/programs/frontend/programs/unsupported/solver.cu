#include <cusolverDn.h> // HERE
int main() { cusolverDnHandle_t handle; cusolverDnCreate(&handle); }
