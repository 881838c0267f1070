// libical's declarations. Its functions are found by clibical_load: hidden, so that libical
// itself does not call ours in place of its own.
#include <libical/libical_ical_export.h>
#undef LIBICAL_ICAL_EXPORT
#define LIBICAL_ICAL_EXPORT __attribute__((visibility("hidden")))
#include <libical/ical.h>

/// Loads libical, once; NULL, or why it cannot be used. Only after NULL may its functions be called. The text stays.
const char *clibical_load(void);

/// The file that libical is loaded from; NULL where it is not installed. libical has no call that tells its version,
/// but its file's name does.
const char *clibical_path(void);
