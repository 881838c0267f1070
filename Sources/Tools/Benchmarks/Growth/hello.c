// The least that a program can be: it says hello. Linked statically.
#include <stdio.h>

int main(void) {
    puts("hello");
    return 0;
}
