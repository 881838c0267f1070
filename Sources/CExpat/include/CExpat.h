// What is used of expat. Its interface is stable: `libexpat.so.1` since 2001, so the declarations stand here and a build
// needs no headers of expat.
#ifndef CEXPAT_H
#define CEXPAT_H

/// A document that is being read: expat's parser.
typedef struct cexpat_parser cexpat_parser;

/// Results of which repairing the document may help.
enum { CEXPAT_OK = 1, CEXPAT_INVALID_TOKEN = 4, CEXPAT_BAD_CHARACTER_REFERENCE = 14 };

/// An element begins. Names are a namespace, the separator and a local name; attributes are pairs of name and value, and
/// end with NULL.
typedef void (*cexpat_on_start)(void *target, const char *name, const char **attributes);
/// An element ends.
typedef void (*cexpat_on_end)(void *target, const char *name);
/// A piece of text.
typedef void (*cexpat_on_text)(void *target, const char *bytes, int size);
/// A document type declaration begins.
typedef void (*cexpat_on_doctype)(
    void *target, const char *name, const char *system, const char *public, int has_subset);

/// Loads expat, once; NULL, or why it cannot be used. Only after NULL may what follows be called. The text stays.
const char *cexpat_load(void);

/// A reader whose calls get `target`; NULL where memory is short.
cexpat_parser *cexpat_new(
    char separator, void *target, cexpat_on_start start, cexpat_on_end end, cexpat_on_text text,
    cexpat_on_doctype doctype);
void cexpat_free(cexpat_parser *parser);
/// Reads the next piece; `CEXPAT_OK`, or anything else where the document is broken or the reader was stopped.
int cexpat_parse(cexpat_parser *parser, const char *bytes, int size, int is_last);
/// Ends the reading from within a call; no further call is made.
void cexpat_stop(cexpat_parser *parser);
int cexpat_fault(cexpat_parser *parser);
const char *cexpat_fault_text(int fault);
/// From 1.
unsigned long cexpat_line(cexpat_parser *parser);
#endif
