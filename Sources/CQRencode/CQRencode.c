// Loads libqrencode when a link is shown as a QR code, which nobody needs who types it.
#define _GNU_SOURCE
#include "CQRencode.h"
#include "CLoading.h"
#include <pthread.h>
#include <stddef.h>

#ifdef __APPLE__
static const char *const file_names[] = {"libqrencode.4.dylib", NULL};
#else
static const char *const file_names[] = {"libqrencode.so.4", "libqrencode.so.3", NULL};
#endif

static struct {
    cqrencode_symbol *(*encode)(int, const unsigned char *, int, int);
    void (*free)(cqrencode_symbol *);
} qrencode;

// The names in the order of the structure above, which holds nothing but pointers.
static const char *const names[] = {"QRcode_encodeData", "QRcode_free"};
_Static_assert(sizeof qrencode == sizeof names, "a name for each function");

static const char *fault;

static void load(void) {
    void *library;
    fault = cloading_load(file_names, names, sizeof names / sizeof *names, (void **)&qrencode, &library);
}

const char *cqrencode_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return fault;
}

// The smallest version, and QR_ECLEVEL_L.
cqrencode_symbol *cqrencode_encode(int size, const unsigned char *bytes) { return qrencode.encode(size, bytes, 0, 0); }
void cqrencode_free(cqrencode_symbol *symbol) { qrencode.free(symbol); }
