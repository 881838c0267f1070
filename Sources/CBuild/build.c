#include "CBuild.h"

// Nothing lies there: the address is all there is to it. Weak, so that it is 0 where it is not given.
extern const char agenda_commit __attribute__((weak));

uint32_t cbuild_commit(void) {
    return (uint32_t)(uintptr_t)&agenda_commit;
}
