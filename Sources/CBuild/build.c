#include "CBuild.h"

// `make build` writes the header; other builds know no commit. Debug builds ignore it, because it may be outdated.
#if !defined(DEBUG) && __has_include("commit.h")
#include "commit.h"
#else
#define AGENDA_COMMIT ""
#endif

const char *cbuild_commit(void) {
    return AGENDA_COMMIT;
}
