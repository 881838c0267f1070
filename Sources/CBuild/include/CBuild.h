/// The commit from which the program was built, abbreviated, with a `+` if files had changed since; empty if it is
/// unknown, as in a build without git.
const char *cbuild_commit(void);

/// Lets the heap grow in steps of 512 KiB instead of 128: less time for a process that reads and ends, 5 % more for a large
/// import.
void cbuild_enlarge_heap_steps(void);

/// Keeps the heap small, for a process that stays: with one arena all threads use again what one has freed, and large blocks
/// are outside of it; with more, threads that are busy wait less for each other (mallopt(3)).
void cbuild_keep_heap_small(int arenas);

/// Gives freed memory back to the system (malloc_trim(3)): what was needed once stays with the process otherwise.
void cbuild_trim_heap(void);
