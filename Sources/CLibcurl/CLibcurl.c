// Loads libcurl when it is first needed: with what it brings along that takes 8 ms, which no command pays that stays
// off the network.
#define _GNU_SOURCE
#include "CLibcurl.h"
#include "CLoading.h"
#include <pthread.h>
#include <signal.h>
#include <time.h>

#ifdef __APPLE__
static const char *const file_names[] = {"libcurl.4.dylib", NULL};
#else
// OpenSSL's and GnuTLS's; Debian has both.
static const char *const file_names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", NULL};
#endif

// The beginning of `curl_version_info_data`, which each version has.
struct version_info {
    int age;
    const char *version;
    unsigned int number;
};

static struct {
    int (*global_init)(long);
    char *(*version)(void);
    struct version_info *(*version_info)(int);
    clibcurl_handle *(*easy_init)(void);
    void (*easy_cleanup)(clibcurl_handle *);
    void (*easy_reset)(clibcurl_handle *);
    int (*easy_perform)(clibcurl_handle *);
    const char *(*easy_strerror)(int);
    int (*easy_setopt)(clibcurl_handle *, int, ...);
    int (*easy_getinfo)(clibcurl_handle *, int, ...);
    clibcurl_list *(*slist_append)(clibcurl_list *, const char *);
    void (*slist_free_all)(clibcurl_list *);
} curl;

// The names in the order of the structure above, which holds nothing but pointers.
static const char *const names[] = {
    "curl_global_init",
    "curl_version",
    "curl_version_info",
    "curl_easy_init",
    "curl_easy_cleanup",
    "curl_easy_reset",
    "curl_easy_perform",
    "curl_easy_strerror",
    "curl_easy_setopt",
    "curl_easy_getinfo",
    "curl_slist_append",
    "curl_slist_free_all",
};
_Static_assert(sizeof curl == sizeof names, "a name for each function");

static const char *fault;

static void load(void) {
    void *library = NULL;
    fault = cloading_load(file_names, names, sizeof names / sizeof *names, (void **)&curl, &library);
    if (fault) return;
    fault = "it cannot be started";
    // CURL_GLOBAL_ALL. CURLVERSION_FIRST has the number.
    if (curl.global_init(3) != CLIBCURL_OK) return;
    // The first with CURLOPT_PROTOCOLS_STR.
    fault = curl.version_info(0)->number < 0x075500 ? "it is older than 7.85" : NULL;
}

const char *clibcurl_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return fault;
}

const char *clibcurl_version(void) { return curl.version(); }
unsigned int clibcurl_version_number(void) { return curl.version_info(0)->number; }
clibcurl_handle *clibcurl_new(void) { return curl.easy_init(); }
void clibcurl_free(clibcurl_handle *handle) { curl.easy_cleanup(handle); }
void clibcurl_reset(clibcurl_handle *handle) { curl.easy_reset(handle); }

int clibcurl_perform(clibcurl_handle *handle) {
    // A library for TLS may write to a connection that the server has closed. curl can only ignore SIGPIPE for the whole
    // process, so this thread blocks it, and takes the one that came meanwhile.
    sigset_t pipe, before, pending;
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    sigpending(&pending);
    int was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &before);
    int result = curl.easy_perform(handle);
#ifndef __APPLE__
    if (!was_pending) {
        struct timespec none = {0, 0};
        sigtimedwait(&pipe, NULL, &none);
    }
#endif
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

const char *clibcurl_fault_text(int result) { return curl.easy_strerror(result); }

int clibcurl_set_number(clibcurl_handle *handle, clibcurl_option option, long value) {
    return curl.easy_setopt(handle, option, value);
}

int clibcurl_set_size(clibcurl_handle *handle, clibcurl_option option, int64_t value) {
    return curl.easy_setopt(handle, option, value);
}

int clibcurl_set_text(clibcurl_handle *handle, clibcurl_option option, const char *value) {
    return curl.easy_setopt(handle, option, value);
}

int clibcurl_set_pointer(clibcurl_handle *handle, clibcurl_option option, void *value) {
    return curl.easy_setopt(handle, option, value);
}

int clibcurl_set_on_bytes(clibcurl_handle *handle, clibcurl_option option, clibcurl_on_bytes call) {
    return curl.easy_setopt(handle, option, call);
}

int clibcurl_set_on_progress(clibcurl_handle *handle, clibcurl_on_progress call) {
    return curl.easy_setopt(handle, CLIBCURL_ON_PROGRESS, call);
}

int clibcurl_set_on_socket(clibcurl_handle *handle, clibcurl_on_socket call) {
    return curl.easy_setopt(handle, CLIBCURL_ON_SOCKET, call);
}

long clibcurl_status(clibcurl_handle *handle) {
    long status = 0;
    curl.easy_getinfo(handle, 0x200000 + 2, &status);
    return status;
}

clibcurl_list *clibcurl_append(clibcurl_list *list, const char *line) { return curl.slist_append(list, line); }
void clibcurl_free_list(clibcurl_list *list) { curl.slist_free_all(list); }
