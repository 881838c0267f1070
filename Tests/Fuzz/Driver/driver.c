// libFuzzer's entry point: bounds the processor time and the memory of each run, and hands the
// input to EntryPoint.swift. In C because its hooks run inside of malloc and must not allocate.
#include <sanitizer/allocator_interface.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void fuzz_check(const uint8_t *bytes, size_t count);
long fuzz_memory_allowance(void);
double fuzz_time_allowance(void);

static atomic_long live, peak;

static void allocated(const volatile void *pointer, size_t size) {
    (void)pointer;
    long now = atomic_fetch_add(&live, (long)size) + (long)size;
    long seen = atomic_load(&peak);
    while (now > seen && !atomic_compare_exchange_weak(&peak, &seen, now)) {}
}

static void freed(const volatile void *pointer) {
    if (pointer) atomic_fetch_sub(&live, (long)__sanitizer_get_allocated_size(pointer));
}

static double processor_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    __sanitizer_install_malloc_and_free_hooks(allocated, freed);
    // Lazily made tables belong to the first run, which is not measured.
    fuzz_check((const uint8_t *)"BEGIN:VCALENDAR", 15);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    long before = atomic_load(&live);
    atomic_store(&peak, before);
    double start = processor_seconds();
    fuzz_check(bytes, count);
    double seconds = processor_seconds() - start;
    long memory = atomic_load(&peak) - before;
    if (seconds > fuzz_time_allowance()) {
        fprintf(stderr, "FAULT: %.2f s of processor time\n", seconds);
        abort();
    }
    if (memory > 20 * (long)count + fuzz_memory_allowance()) {
        fprintf(stderr, "FAULT: %ld bytes of memory for %zu of input\n", memory, count);
        abort();
    }
    return 0;
}
