// Loads zlib when the first answer is compressed.
#define _GNU_SOURCE
#include "CZlib.h"
#include "CLoading.h"
#include <limits.h>
#include <pthread.h>
#include <string.h>

#ifdef __APPLE__
static const char *const file_names[] = {"libz.1.dylib", NULL};
#else
static const char *const file_names[] = {"libz.so.1", NULL};
#endif

// zlib's z_stream.
struct stream {
    const unsigned char *next_in;
    unsigned int avail_in;
    unsigned long total_in;
    unsigned char *next_out;
    unsigned int avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *(*zalloc)(void *, unsigned int, unsigned int);
    void (*zfree)(void *, void *);
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
};

static struct {
    int (*init)(struct stream *, int, int, int, int, int, const char *, int);
    int (*deflate)(struct stream *, int);
    int (*end)(struct stream *);
    const char *(*version)(void);
} zlib;

static int is_loaded;

static void load(void) {
    // In the order of the structure above.
    static const char *const names[] = {"deflateInit2_", "deflate", "deflateEnd", "zlibVersion"};
    void *library;
    is_loaded = !cloading_load(file_names, names, sizeof names / sizeof *names, (void **)&zlib, &library);
}

size_t czlib_gzip(const void *bytes, size_t count, int level, void *result, size_t capacity) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    if (!is_loaded || count > UINT_MAX || capacity > UINT_MAX) return 0;
    struct stream stream;
    memset(&stream, 0, sizeof stream);
    enum { deflated = 8, window = 15, gzip = 16, memory = 8, usual_strategy = 0, ok = 0, finish = 4, stream_end = 1 };
    if (zlib.init(&stream, level, deflated, window + gzip, memory, usual_strategy, zlib.version(), sizeof stream) != ok)
        return 0;
    stream.next_in = bytes;
    stream.avail_in = (unsigned int)count;
    stream.next_out = result;
    stream.avail_out = (unsigned int)capacity;
    int status = zlib.deflate(&stream, finish);
    size_t written = stream.total_out;
    zlib.end(&stream);
    return status == stream_end ? written : 0;
}
