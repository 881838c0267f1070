// What is used of libqrencode. Its interface has been the same since version 3.1 of 2009, so the declarations stand here and a
// build needs no headers of it.
#ifndef CQRENCODE_H
#define CQRENCODE_H

/// A symbol: `width` times `width` bytes, row by row, of which the lowest bit is set where a module is dark.
typedef struct {
    int version;
    int width;
    unsigned char *data;
} cqrencode_symbol;

/// Loads libqrencode, once; NULL, or why it cannot be used. Only after NULL may what follows be called. The text stays.
const char *cqrencode_load(void);

/// The smallest symbol that holds the bytes, with the least correction of errors; NULL where they are too many.
cqrencode_symbol *cqrencode_encode(int size, const unsigned char *bytes);
void cqrencode_free(cqrencode_symbol *symbol);
#endif
