#ifndef CLOADING_H
#define CLOADING_H
#include <stddef.h>

/// Loads a library and finds its functions. A file is looked for in the folders of AGENDA_LIBRARY_PATH (with : between
/// them), then where the system looks: LD_LIBRARY_PATH, the RUNPATH of the program, the system's folders (dlopen(3)).
/// The first file that has all functions is taken.
///
/// @param files the names of its file, the preferred one first, then NULL
/// @param names the names of the functions
/// @param count how many there are
/// @param functions where they are put, in the order of the names; only after NULL may they be called
/// @param library where the library's handle is put
/// @return NULL, or why no file could be used, as a text that stays valid
const char *cloading_load(
    const char *const files[], const char *const names[], size_t count, void **functions, void **library);
#endif
