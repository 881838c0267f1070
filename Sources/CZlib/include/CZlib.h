// What is used of zlib, whose interface has been the same since 1995 (zlib.h, "ZLIB_VERSION" and the size of z_stream are
// checked by deflateInit2_ itself), so the declarations stand here and a build needs no headers of it.
#ifndef CZLIB_H
#define CZLIB_H
#include <stddef.h>

/// Compresses bytes in gzip's format (RFC 1952).
///
/// Returns how many bytes were written; 0 if they are more than `capacity`, or zlib is not installed.
size_t czlib_gzip(const void *bytes, size_t count, int level, void *result, size_t capacity);

#endif
