#include "CBuild.h"

// Any header of the C library says which one it is.
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void cbuild_trim_heap(void) {
    malloc_trim(0);
}
#else
void cbuild_trim_heap(void) {}
#endif
