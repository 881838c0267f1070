// Loads libical at its first use. Most commands only read the store, and most events are parsed without libical;
// loading it with the ICU libraries on which it depends takes 1.4 ms, a tenth of the time of `agenda timeline`.
#define _GNU_SOURCE
#include "CLibical.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#ifdef __linux__
#include <link.h>
#endif

// The version of the headers. It cannot become part of a name below, because its value has parentheses.
#if ICAL_MAJOR_VERSION != 3
#error "libical's major version is part of the library's file name"
#endif

#ifdef __APPLE__
// By name, then in the folders of Homebrew (Apple's and Intel's processors) and MacPorts. Never tried on a Mac.
static const char *const file_names[] = {
    "libical.3.dylib",
    "/opt/homebrew/lib/libical.3.dylib",
    "/usr/local/lib/libical.3.dylib",
    "/opt/local/lib/libical.3.dylib",
};
#else
static const char *const file_names[] = {"libical.so.3"};
#endif

// All functions that are used: result, name, parameters, arguments.
#define OF_COMPONENT(FUNCTION, RESULT, NAME) FUNCTION(RESULT, NAME, (icalcomponent * component), (component))
#define OF_PROPERTY(FUNCTION, RESULT, NAME) FUNCTION(RESULT, NAME, (const icalproperty *property), (property))
#define OF_PARAMETER(FUNCTION, RESULT, NAME) FUNCTION(RESULT, NAME, (const icalparameter *parameter), (parameter))
#define OF_VALUE(FUNCTION, RESULT, NAME) FUNCTION(RESULT, NAME, (const icalvalue *value), (value))
// clang-format off
#define FUNCTIONS(FUNCTION) \
    FUNCTION(void, icalerror_set_errors_are_fatal, (int fatal), (fatal)) \
    FUNCTION(icalparser *, icalparser_new, (void), ()) \
    FUNCTION(void, icalparser_free, (icalparser * parser), (parser)) \
    FUNCTION(icalcomponent *, icalparser_add_line, (icalparser * parser, char *line), (parser, line)) \
    FUNCTION(icalcomponent *, icalparser_parse_string, (const char *text), (text)) \
    OF_COMPONENT(FUNCTION, void, icalcomponent_free) \
    FUNCTION(icalcomponent_kind, icalcomponent_isa, (const icalcomponent *component), (component)) \
    FUNCTION(int, icalcomponent_count_properties, (icalcomponent * component, icalproperty_kind kind), (component, kind)) \
    FUNCTION(icalproperty *, icalcomponent_get_first_property, (icalcomponent * component, icalproperty_kind kind), (component, kind)) \
    FUNCTION(icalproperty *, icalcomponent_get_next_property, (icalcomponent * component, icalproperty_kind kind), (component, kind)) \
    FUNCTION(icalcomponent *, icalcomponent_get_first_component, (icalcomponent * component, icalcomponent_kind kind), (component, kind)) \
    FUNCTION(icalcomponent *, icalcomponent_get_next_component, (icalcomponent * component, icalcomponent_kind kind), (component, kind)) \
    FUNCTION(icalproperty_kind, icalproperty_isa, (icalproperty * property), (property)) \
    FUNCTION(const char *, icalproperty_get_x_name, (icalproperty * property), (property)) \
    FUNCTION(icalparameter *, icalproperty_get_first_parameter, (icalproperty * property, icalparameter_kind kind), (property, kind)) \
    OF_PROPERTY(FUNCTION, icalvalue *, icalproperty_get_value) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_value_as_string) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_attendee) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_color) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_description) \
    OF_PROPERTY(FUNCTION, struct icaldurationtype, icalproperty_get_duration) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_location) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_organizer) \
    OF_PROPERTY(FUNCTION, int, icalproperty_get_priority) \
    OF_PROPERTY(FUNCTION, int, icalproperty_get_sequence) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_summary) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_tzid) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_tzname) \
    OF_PROPERTY(FUNCTION, int, icalproperty_get_tzoffsetfrom) \
    OF_PROPERTY(FUNCTION, int, icalproperty_get_tzoffsetto) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_uid) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_url) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_x) \
    OF_PROPERTY(FUNCTION, const char *, icalproperty_get_xlicerror) \
    FUNCTION(char *, icalparameter_as_ical_string, (icalparameter * parameter), (parameter)) \
    OF_PARAMETER(FUNCTION, const char *, icalparameter_get_cn) \
    OF_PARAMETER(FUNCTION, icalparameter_range, icalparameter_get_range) \
    OF_PARAMETER(FUNCTION, icalparameter_related, icalparameter_get_related) \
    OF_PARAMETER(FUNCTION, icalparameter_rsvp, icalparameter_get_rsvp) \
    OF_PARAMETER(FUNCTION, const char *, icalparameter_get_tzid) \
    OF_VALUE(FUNCTION, icalvalue_kind, icalvalue_isa) \
    OF_VALUE(FUNCTION, struct icaltimetype, icalvalue_get_date) \
    OF_VALUE(FUNCTION, struct icaltimetype, icalvalue_get_datetime) \
    OF_VALUE(FUNCTION, struct icaltimetype, icalvalue_get_datetimedate) \
    FUNCTION(int, icaltime_is_utc, (const struct icaltimetype time), (time))
// clang-format on

#define INDEX(RESULT, NAME, PARAMETERS, ARGUMENTS) index_##NAME,
enum { FUNCTIONS(INDEX) function_count };
#define TEXT(RESULT, NAME, PARAMETERS, ARGUMENTS) #NAME,
static const char *const names[] = {FUNCTIONS(TEXT)};
static void *functions[function_count];
static void *library;
static const char *fault;

static void load(void) {
    for (size_t i = 0; i < sizeof file_names / sizeof *file_names && !library; i++)
        library = dlopen(file_names[i], RTLD_NOW | RTLD_LOCAL);
    // dlerror's text is valid only until its next call.
    if (!library) fault = strdup(dlerror());
    for (size_t i = 0; library && i < function_count; i++) {
        functions[i] = dlsym(library, names[i]);
        if (functions[i]) continue;
        // A different library with this name. It stays loaded, because the message may be part of it.
        fault = strdup(dlerror());
        library = NULL;
    }
}

const char *clibical_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return library ? NULL : fault ? fault : "it cannot be loaded";
}

const char *clibical_path(void) {
    if (clibical_load()) return NULL;
#ifdef __linux__
    struct link_map *map = NULL;
    return dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : NULL;
#else
    Dl_info info;
    return dladdr(functions[0], &info) ? info.dli_fname : NULL;
#endif
}

#define CALL(RESULT, NAME, PARAMETERS, ARGUMENTS) \
    RESULT NAME PARAMETERS { return ((__typeof__(&NAME))functions[index_##NAME]) ARGUMENTS; }
FUNCTIONS(CALL)
