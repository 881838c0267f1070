#include <stdint.h>

/// The commit that the program was built from: its first seven hexadecimal digits as a number, and bit 28 where files
/// had been changed since. 0 where nobody told.
///
/// It is the address of a symbol that the Makefile gives to the linker, so that a new commit links the program anew
/// and compiles nothing.
uint32_t cbuild_commit(void);
