// libical's declarations, for functions that libical.c defines and clibical_load connects with libical. They are
// hidden, so that libical itself does not call them in place of its own.
#include <libical/libical_ical_export.h>
#undef LIBICAL_ICAL_EXPORT
#define LIBICAL_ICAL_EXPORT __attribute__((visibility("hidden")))
#include <libical/ical.h>

/// Loads libical, once. Returns NULL, or why it cannot be used, as a text that stays valid. Call libical's functions
/// only after NULL.
const char *clibical_load(void);

/// The path of the loaded libical; NULL if it is not installed. libical has no function that returns its version, but
/// the name of its file contains it.
const char *clibical_path(void);
