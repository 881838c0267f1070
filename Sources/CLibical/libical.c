// Loads libical at its first use. Most commands only read the store, and most events are parsed without libical;
// loading it with the ICU libraries on which it depends takes 1.4 ms, a tenth of the time of `agenda timeline`.
//
// libical 3 or 4, whichever is there, with the headers of either: of what is used here, both have the same at run time.
// - Structures come by value, and numbers are compared: the compiler checks both below, against the headers of the one
//   that the program is built with. Those of 3.0.16 and 4.0.2 pass.
// - Four functions have other types. Two are `const` in 4, one takes a `bool` for an `int`: 0, which is both. The
//   fourth, icaltime_is_utc, is not used, since the upper bytes of a returned `bool` mean nothing.
#define _GNU_SOURCE
#include "CLibical.h"
#include "CLoading.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#ifdef __linux__
#include <link.h>
#endif

#if ICAL_MAJOR_VERSION != 3 && ICAL_MAJOR_VERSION != 4
#error "libical 3 or 4 is needed: compare the types and numbers below with this version's before you let it in"
#endif
#if ICAL_MAJOR_VERSION == 3
#define SINCE_4(TYPE, BEFORE) BEFORE
#else
#define SINCE_4(TYPE, BEFORE) TYPE
#endif

#define LIES_AT(STRUCTURE, MEMBER, TYPE, OFFSET) \
    _Static_assert( \
        offsetof(struct STRUCTURE, MEMBER) == OFFSET && _Generic(((struct STRUCTURE *)0)->MEMBER, TYPE: 1, default: 0), \
        "libical 3 and 4 have " #MEMBER " elsewhere");
#define HAS_SIZE(STRUCTURE, SIZE) \
    _Static_assert(sizeof(struct STRUCTURE) == SIZE, "libical 3 and 4 have another " #STRUCTURE);
// clang-format off
LIES_AT(icaltimetype, year, int, 0) LIES_AT(icaltimetype, month, int, 4) LIES_AT(icaltimetype, day, int, 8)
LIES_AT(icaltimetype, hour, int, 12) LIES_AT(icaltimetype, minute, int, 16) LIES_AT(icaltimetype, second, int, 20)
LIES_AT(icaltimetype, is_date, int, 24) LIES_AT(icaltimetype, is_daylight, int, 28)
LIES_AT(icaltimetype, zone, const icaltimezone *, 32) HAS_SIZE(icaltimetype, 32 + sizeof(void *))
LIES_AT(icaldurationtype, is_neg, int, 0) LIES_AT(icaldurationtype, days, unsigned, 4)
LIES_AT(icaldurationtype, weeks, unsigned, 8) LIES_AT(icaldurationtype, hours, unsigned, 12)
LIES_AT(icaldurationtype, minutes, unsigned, 16) LIES_AT(icaldurationtype, seconds, unsigned, 20)
HAS_SIZE(icaldurationtype, 24)

// All numbers that are used, from libical's design-data/*.csv. A test looks for those that sources use and this lacks.
#define IS(NAME, NUMBER) _Static_assert(ICAL_##NAME == NUMBER, "libical 3 and 4 have another ICAL_" #NAME);
IS(ANY_COMPONENT, 1) IS(VTODO_COMPONENT, 5) IS(VALARM_COMPONENT, 10) IS(XSTANDARD_COMPONENT, 16) IS(XDAYLIGHT_COMPONENT, 17)
IS(ANY_PROPERTY, 0) IS(ACKNOWLEDGED_PROPERTY, 1) IS(ACTION_PROPERTY, 2) IS(ATTENDEE_PROPERTY, 5) IS(CLASS_PROPERTY, 13)
IS(CREATED_PROPERTY, 19) IS(DESCRIPTION_PROPERTY, 29) IS(DTSTAMP_PROPERTY, 31) IS(DTSTART_PROPERTY, 32)
IS(DURATION_PROPERTY, 34) IS(LASTMODIFIED_PROPERTY, 42) IS(ORGANIZER_PROPERTY, 52) IS(PRIORITY_PROPERTY, 56)
IS(REPEAT_PROPERTY, 69) IS(SEQUENCE_PROPERTY, 75) IS(STATUS_PROPERTY, 76) IS(TRANSP_PROPERTY, 80) IS(TRIGGER_PROPERTY, 81)
IS(TZID_PROPERTY, 82) IS(TZNAME_PROPERTY, 83) IS(TZOFFSETFROM_PROPERTY, 84) IS(TZOFFSETTO_PROPERTY, 85) IS(URL_PROPERTY, 88)
IS(X_PROPERTY, 90) IS(XLICERROR_PROPERTY, 93) IS(COLOR_PROPERTY, 118)
IS(CN_PARAMETER, 4) IS(CUTYPE_PARAMETER, 5) IS(PARTSTAT_PARAMETER, 20) IS(RELATED_PARAMETER, 22) IS(ROLE_PARAMETER, 24)
IS(RSVP_PARAMETER, 25) IS(TZID_PARAMETER, 27) IS(RELATED_END, 20802) IS(RSVP_TRUE, 21201)
IS(DATE_VALUE, 5002) IS(DATETIME_VALUE, 5028) IS(DATETIMEDATE_VALUE, 5036)
// clang-format on

// 4's file names have both numbers of its version.
#ifdef __APPLE__
// By name, then in the folders of Homebrew (Apple's and Intel's processors) and MacPorts. Never tried on a Mac.
#define IN(FOLDER) FOLDER "libical.3.dylib", FOLDER "libical.4.0.dylib"
static const char *const file_names[] = {
    IN(""), IN("/opt/homebrew/lib/"), IN("/usr/local/lib/"), IN("/opt/local/lib/"), NULL,
};
#else
static const char *const file_names[] = {"libical.so.3", "libical.so.4.0", NULL};
#endif

// All functions that are used: result, name, parameters, arguments.
#define OF_COMPONENT(FUNCTION, RESULT, NAME) FUNCTION(RESULT, NAME, (icalcomponent * component), (component))
#define OF_PROPERTY(FUNCTION, RESULT, NAME) FUNCTION(RESULT, NAME, (const icalproperty *property), (property))
#define OF_PARAMETER(FUNCTION, RESULT, NAME) FUNCTION(RESULT, NAME, (const icalparameter *parameter), (parameter))
#define OF_VALUE(FUNCTION, RESULT, NAME) FUNCTION(RESULT, NAME, (const icalvalue *value), (value))
// clang-format off
#define FUNCTIONS(FUNCTION) \
    FUNCTION(void, icalerror_set_errors_are_fatal, (SINCE_4(bool, int) fatal), (fatal)) \
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
    FUNCTION(icalproperty_kind, icalproperty_isa, (SINCE_4(const, ) icalproperty *property), (property)) \
    FUNCTION(const char *, icalproperty_get_x_name, (SINCE_4(const, ) icalproperty *property), (property)) \
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
    FUNCTION(icaltimezone *, icaltimezone_get_utc_timezone, (void), ())
// clang-format on

#define INDEX(RESULT, NAME, PARAMETERS, ARGUMENTS) index_##NAME,
enum { FUNCTIONS(INDEX) function_count };
#define TEXT(RESULT, NAME, PARAMETERS, ARGUMENTS) #NAME,
static const char *const names[] = {FUNCTIONS(TEXT)};
static void *functions[function_count];
static void *library;
static const char *fault;

static void load(void) {
    fault = cloading_load(file_names, names, function_count, functions, &library);
    // libical may be built to abort on malformed input.
    if (!fault) icalerror_set_errors_are_fatal(0);
}

const char *clibical_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return fault;
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
