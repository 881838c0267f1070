// libical's declarations. Its functions are found when they are first called (libical.c): hidden, so that libical
// itself does not call ours in place of its own.
#include <libical/libical_ical_export.h>
#undef LIBICAL_ICAL_EXPORT
#define LIBICAL_ICAL_EXPORT __attribute__((visibility("hidden")))
#include <libical/ical.h>

/// The file that libical is loaded from; NULL where it is not installed. libical has no call that tells its version,
/// but its file's name does.
const char *clibical_path(void);
