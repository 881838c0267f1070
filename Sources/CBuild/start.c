#include "CBuild.h"

// Any header of the C library says which one it is.
#include <unistd.h>

// Of SQLite, without its header.
extern int sqlite3_config(int option, ...) __attribute__((weak));
static const int SQLITE_CONFIG_MEMSTATUS = 9;

// SQLite counts its memory under a lock, each time that it takes or frees some; nobody asks how much it is.
__attribute__((constructor)) static void count_no_memory(void) {
    if (sqlite3_config) sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

// Where the linker puts the program's zeroed memory.
extern char __bss_start[], _end[];

// Gets the zeroed memory at once: Swift's runtime and its types write to half of its 260 pages before the first event is
// read, and a fault for each costs 5 to 7 microseconds on a virtual machine. Linux before 5.14 refuses; nothing is lost.
__attribute__((constructor)) static void populate(void) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)__bss_start & ~(page - 1);
    madvise((void *)begin, (uintptr_t)_end - begin, MADV_POPULATE_WRITE);
}

void cbuild_enlarge_heap_steps(void) {
    mallopt(M_TOP_PAD, 512 << 10);
    // To set the first one switches off that glibc learns these, which are the largest that it would.
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
}
#else
void cbuild_enlarge_heap_steps(void) {}
#endif
