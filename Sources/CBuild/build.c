#include "CBuild.h"

// `make build` writes the header. Other builds know no commit; one for debugging would only find that of the last release.
#if !defined(DEBUG) && __has_include("commit.h")
#include "commit.h"
#else
#define AGENDA_COMMIT ""
#endif

const char *cbuild_commit(void) {
    return AGENDA_COMMIT;
}
