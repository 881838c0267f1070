// Loads expat when the first answer of a server is read: 0.13 ms, which no command pays that stays off the network.
#define _GNU_SOURCE
#include "CExpat.h"
#include "CLoading.h"
#include <pthread.h>
#include <stddef.h>

#ifdef __APPLE__
static const char *const file_names[] = {"libexpat.1.dylib", NULL};
#else
static const char *const file_names[] = {"libexpat.so.1", NULL};
#endif

static struct {
    cexpat_parser *(*create)(const char *, char);
    void (*free)(cexpat_parser *);
    void (*set_target)(cexpat_parser *, void *);
    void (*set_elements)(cexpat_parser *, cexpat_on_start, cexpat_on_end);
    void (*set_text)(cexpat_parser *, cexpat_on_text);
    void (*set_doctype)(cexpat_parser *, cexpat_on_doctype);
    int (*parse)(cexpat_parser *, const char *, int, int);
    int (*stop)(cexpat_parser *, unsigned char);
    int (*fault)(cexpat_parser *);
    const char *(*fault_text)(int);
    unsigned long (*line)(cexpat_parser *);
} expat;

// The names in the order of the structure above, which holds nothing but pointers.
static const char *const names[] = {
    "XML_ParserCreateNS",
    "XML_ParserFree",
    "XML_SetUserData",
    "XML_SetElementHandler",
    "XML_SetCharacterDataHandler",
    "XML_SetStartDoctypeDeclHandler",
    "XML_Parse",
    "XML_StopParser",
    "XML_GetErrorCode",
    "XML_ErrorString",
    "XML_GetCurrentLineNumber",
};
_Static_assert(sizeof expat == sizeof names, "a name for each function");

static const char *fault;

static void load(void) {
    void *library;
    fault = cloading_load(file_names, names, sizeof names / sizeof *names, (void **)&expat, &library);
}

const char *cexpat_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return fault;
}

cexpat_parser *cexpat_new(
    char separator, void *target, cexpat_on_start start, cexpat_on_end end, cexpat_on_text text,
    cexpat_on_doctype doctype) {
    cexpat_parser *parser = expat.create(NULL, separator);
    if (!parser) return NULL;
    expat.set_target(parser, target);
    expat.set_elements(parser, start, end);
    expat.set_text(parser, text);
    expat.set_doctype(parser, doctype);
    return parser;
}

void cexpat_free(cexpat_parser *parser) { expat.free(parser); }
int cexpat_parse(cexpat_parser *parser, const char *bytes, int size, int is_last) {
    return expat.parse(parser, bytes, size, is_last);
}
void cexpat_stop(cexpat_parser *parser) { expat.stop(parser, 0); }
int cexpat_fault(cexpat_parser *parser) { return expat.fault(parser); }
const char *cexpat_fault_text(int fault) { return expat.fault_text(fault); }
unsigned long cexpat_line(cexpat_parser *parser) { return expat.line(parser); }
