#define _GNU_SOURCE
#include "CLoading.h"
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#define secure_getenv getenv
#endif

// Not LD_LIBRARY_PATH alone: the editor and the other programs that people name would inherit its libraries, and on NixOS
// and Guix, where a library has no place that the system knows, they may be built with another C library.
static const char *const variable = "AGENDA_LIBRARY_PATH";

static int has_all(void *library, const char *const names[], size_t count, void **functions) {
    for (size_t i = 0; i < count; i++)
        if (!(functions[i] = dlsym(library, names[i]))) return 0;
    return 1;
}

const char *cloading_load(
    const char *const files[], const char *const names[], size_t count, void **functions, void **library) {
    char *faults = NULL;
    const char *folder = secure_getenv(variable);
    if (!folder) folder = "";
    // The last round has no folder, and so bare names, for which the system looks.
    for (int is_last = 0; !is_last;) {
        is_last = !*folder;
        int length = (int)strcspn(folder, ":");
        for (const char *const *file = files; *file; file++) {
            char path[PATH_MAX], *all;
            snprintf(path, sizeof path, "%.*s%s%s", length, folder, length ? "/" : "", *file);
            *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
            // A library that is not whole stays loaded: what it registered may be called.
            if (*library && has_all(*library, names, count, functions)) {
                free(faults);
                return NULL;
            }
            const char *fault = dlerror();
            if (asprintf(&all, "%s%s%s", faults ? faults : "", faults ? "; " : "", fault ? fault : path) < 0) continue;
            free(faults);
            faults = all;
        }
        folder += length + (folder[length] == ':');
    }
    return faults ? faults : "it cannot be loaded";
}
