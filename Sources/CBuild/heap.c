#include "CBuild.h"

// Any header of the C library says which one it is.
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void cbuild_keep_heap_small(int arenas) {
    mallopt(M_ARENA_MAX, arenas);
    if (arenas > 1)
        return;
    // To set one switches off that glibc raises both with each block that is freed.
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_TRIM_THRESHOLD, 512 << 10);
}

void cbuild_trim_heap(void) {
    malloc_trim(0);
}
#else
void cbuild_keep_heap_small(int arenas) {}

void cbuild_trim_heap(void) {}
#endif
