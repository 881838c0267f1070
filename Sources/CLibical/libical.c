// Loads libical when it is first needed. Most commands read what is stored, and most events need no libical to be
// parsed; loading it with the ICU libraries that it brings along takes 1.4 ms, a tenth of a whole `agenda timeline`.
#define _GNU_SOURCE
#include "CLibical.h"
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sysexits.h>

// The version of the declarations, which has brackets around it.
#if ICAL_MAJOR_VERSION != 3
#error "libical's major version is part of the library's file name"
#endif
static const char file_name[] = "libical.so.3";

static void *library;

static void load(void) {
    library = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);
}

static void *loaded(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return library;
}

const char *clibical_path(void) {
    struct link_map *map = NULL;
    if (!loaded() || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return NULL;
    return map->l_name;
}

static void *look_up(const char *name) {
    void *function = loaded() ? dlsym(library, name) : NULL;
    if (!function) {
        // Linked in the usual way, the program would not even start.
        fprintf(stderr, "%s: %s: install libical\n", file_name, dlerror());
        exit(EX_UNAVAILABLE);
    }
    return function;
}

// Several threads may look a function up at the same time, and find the same.
#define LAZY(RESULT, NAME, PARAMETERS, ARGUMENTS)                         \
    RESULT NAME PARAMETERS {                                              \
        static void *known;                                               \
        void *found = __atomic_load_n(&known, __ATOMIC_RELAXED);          \
        if (!found) {                                                     \
            found = look_up(#NAME);                                       \
            __atomic_store_n(&known, found, __ATOMIC_RELAXED);            \
        }                                                                 \
        return ((__typeof__(&NAME))found) ARGUMENTS;                      \
    }
#define OF_COMPONENT(RESULT, NAME) LAZY(RESULT, NAME, (icalcomponent * component), (component))
#define OF_PROPERTY(RESULT, NAME) LAZY(RESULT, NAME, (const icalproperty *property), (property))
#define OF_PARAMETER(RESULT, NAME) LAZY(RESULT, NAME, (const icalparameter *parameter), (parameter))
#define OF_VALUE(RESULT, NAME) LAZY(RESULT, NAME, (const icalvalue *value), (value))

LAZY(void, icalerror_set_errors_are_fatal, (int fatal), (fatal))
LAZY(icalparser *, icalparser_new, (void), ())
LAZY(void, icalparser_free, (icalparser * parser), (parser))
LAZY(icalcomponent *, icalparser_add_line, (icalparser * parser, char *line), (parser, line))
LAZY(icalcomponent *, icalparser_parse_string, (const char *text), (text))

OF_COMPONENT(void, icalcomponent_free)
LAZY(icalcomponent_kind, icalcomponent_isa, (const icalcomponent *component), (component))
LAZY(int, icalcomponent_count_properties, (icalcomponent * component, icalproperty_kind kind), (component, kind))
LAZY(icalproperty *, icalcomponent_get_first_property, (icalcomponent * component, icalproperty_kind kind),
     (component, kind))
LAZY(icalproperty *, icalcomponent_get_next_property, (icalcomponent * component, icalproperty_kind kind),
     (component, kind))
LAZY(icalcomponent *, icalcomponent_get_first_component, (icalcomponent * component, icalcomponent_kind kind),
     (component, kind))
LAZY(icalcomponent *, icalcomponent_get_next_component, (icalcomponent * component, icalcomponent_kind kind),
     (component, kind))

LAZY(icalproperty_kind, icalproperty_isa, (icalproperty * property), (property))
LAZY(const char *, icalproperty_get_x_name, (icalproperty * property), (property))
LAZY(icalparameter *, icalproperty_get_first_parameter, (icalproperty * property, icalparameter_kind kind),
     (property, kind))
OF_PROPERTY(icalvalue *, icalproperty_get_value)
OF_PROPERTY(const char *, icalproperty_get_value_as_string)
OF_PROPERTY(const char *, icalproperty_get_attendee)
OF_PROPERTY(const char *, icalproperty_get_color)
OF_PROPERTY(const char *, icalproperty_get_description)
OF_PROPERTY(struct icaldurationtype, icalproperty_get_duration)
OF_PROPERTY(const char *, icalproperty_get_location)
OF_PROPERTY(const char *, icalproperty_get_organizer)
OF_PROPERTY(int, icalproperty_get_priority)
OF_PROPERTY(int, icalproperty_get_sequence)
OF_PROPERTY(const char *, icalproperty_get_summary)
OF_PROPERTY(const char *, icalproperty_get_tzid)
OF_PROPERTY(const char *, icalproperty_get_tzname)
OF_PROPERTY(int, icalproperty_get_tzoffsetfrom)
OF_PROPERTY(int, icalproperty_get_tzoffsetto)
OF_PROPERTY(const char *, icalproperty_get_uid)
OF_PROPERTY(const char *, icalproperty_get_url)
OF_PROPERTY(const char *, icalproperty_get_x)
OF_PROPERTY(const char *, icalproperty_get_xlicerror)

LAZY(char *, icalparameter_as_ical_string, (icalparameter * parameter), (parameter))
OF_PARAMETER(const char *, icalparameter_get_cn)
OF_PARAMETER(icalparameter_range, icalparameter_get_range)
OF_PARAMETER(icalparameter_related, icalparameter_get_related)
OF_PARAMETER(icalparameter_rsvp, icalparameter_get_rsvp)
OF_PARAMETER(const char *, icalparameter_get_tzid)

OF_VALUE(icalvalue_kind, icalvalue_isa)
OF_VALUE(struct icaltimetype, icalvalue_get_date)
OF_VALUE(struct icaltimetype, icalvalue_get_datetime)
OF_VALUE(struct icaltimetype, icalvalue_get_datetimedate)
LAZY(int, icaltime_is_utc, (const struct icaltimetype time), (time))
