#include <cstdio>
extern "C" int library_count();
int main() {
    std::printf("counted %d\n", library_count());
    return 0;
}
