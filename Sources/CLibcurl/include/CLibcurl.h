// What is used of libcurl. Its interface is stable: no option or function has changed its number or meaning since 7.85
// (https://curl.se/libcurl/abi.html), so the declarations stand here and a build needs no headers of curl.
#ifndef CLIBCURL_H
#define CLIBCURL_H
#include <stddef.h>
#include <stdint.h>

/// A transfer and its connections: curl's easy handle.
typedef struct clibcurl_handle clibcurl_handle;

/// A list of header lines.
typedef struct clibcurl_list {
    char *line;
    struct clibcurl_list *next;
} clibcurl_list;

/// Options of `curl_easy_setopt`, by curl's numbers.
typedef enum clibcurl_option {
    CLIBCURL_CONNECT_TIMEOUT_MS = 156,
    CLIBCURL_TIMEOUT_MS = 155,
    CLIBCURL_LOW_SPEED_LIMIT = 19,
    CLIBCURL_LOW_SPEED_TIME = 20,
    CLIBCURL_FOLLOW_LOCATION = 52,
    CLIBCURL_HTTP_GET = 80,
    CLIBCURL_HTTP_VERSION = 84,
    CLIBCURL_HTTP_AUTH = 107,
    CLIBCURL_NO_BODY = 44,
    CLIBCURL_NO_PROGRESS = 43,
    CLIBCURL_NO_SIGNAL = 99,
    CLIBCURL_REFUSE_USER_IN_URL = 278,
    CLIBCURL_SUPPRESS_CONNECT_HEADERS = 265,
    CLIBCURL_ACCEPT_ENCODING = 10102,
    CLIBCURL_AUTHORITIES_FILE = 10065,
    CLIBCURL_AUTHORITIES_FOLDER = 10097,
    CLIBCURL_BEARER = 10220,
    CLIBCURL_CLIENT_CERTIFICATE = 10025,
    CLIBCURL_CLIENT_KEY = 10087,
    CLIBCURL_CLIENT_KEY_PASSWORD = 10026,
    CLIBCURL_METHOD = 10036,
    CLIBCURL_PASSWORD = 10174,
    CLIBCURL_PROTOCOLS = 10318,
    CLIBCURL_PROXY = 10004,
    CLIBCURL_URL = 10002,
    CLIBCURL_USER_AGENT = 10018,
    CLIBCURL_USER_NAME = 10173,
    CLIBCURL_BODY = 10015,
    CLIBCURL_BODY_TARGET = 10001,
    CLIBCURL_ERROR_TEXT = 10010,
    CLIBCURL_HEADER_TARGET = 10029,
    CLIBCURL_HEADERS = 10023,
    CLIBCURL_PROGRESS_TARGET = 10057,
    CLIBCURL_SOCKET_TARGET = 10164,
    CLIBCURL_ON_BODY = 20011,
    CLIBCURL_ON_HEADER = 20079,
    CLIBCURL_ON_PROGRESS = 20219,
    CLIBCURL_ON_SOCKET = 20163,
    CLIBCURL_BODY_SIZE = 30120,
} clibcurl_option;

/// Ways to authenticate, as bits of `CLIBCURL_HTTP_AUTH`.
enum { CLIBCURL_BASIC = 1 << 0, CLIBCURL_DIGEST = 1 << 1, CLIBCURL_BEARER_TOKEN = 1 << 6 };

/// Results of a transfer, of those that are told apart.
enum {
    CLIBCURL_OK = 0,
    CLIBCURL_MALFORMED_URL = 3,
    CLIBCURL_UNRESOLVED_PROXY = 5,
    CLIBCURL_UNRESOLVED_HOST = 6,
    CLIBCURL_NOT_CONNECTED = 7,
    CLIBCURL_TIMED_OUT = 28,
    CLIBCURL_TLS_FAILED = 35,
    CLIBCURL_CERTIFICATE_OF_OURS = 58,
    CLIBCURL_CERTIFICATE_REFUSED = 60,
    CLIBCURL_AUTHORITIES_UNREADABLE = 77,
    CLIBCURL_PROXY_FAILED = 97,
};

/// An address that curl is about to connect to: `struct curl_sockaddr`.
typedef struct clibcurl_address {
    int family;
    int type;
    int protocol;
    unsigned int length;
    unsigned char bytes[128];
} clibcurl_address;

/// Receives `size` bytes; fewer taken than given end the transfer.
typedef size_t (*clibcurl_on_bytes)(char *bytes, size_t one, size_t size, void *target);
/// Is asked while a transfer runs; not 0 ends it.
typedef int (*clibcurl_on_progress)(
    void *target, int64_t expected, int64_t received, int64_t to_send, int64_t sent);
/// Opens a socket for an address; -1 refuses the address.
typedef int (*clibcurl_on_socket)(void *target, int purpose, clibcurl_address *address);

/// Loads libcurl, once; NULL, or why it cannot be used. Only after NULL may what follows be called. The text stays.
const char *clibcurl_load(void);
/// Such as `libcurl/7.88.1 OpenSSL/3.0.15 zlib/1.2.13`.
const char *clibcurl_version(void);
/// The number of the version, a byte each for major, minor and patch.
unsigned int clibcurl_version_number(void);

clibcurl_handle *clibcurl_new(void);
void clibcurl_free(clibcurl_handle *handle);
void clibcurl_reset(clibcurl_handle *handle);
int clibcurl_perform(clibcurl_handle *handle);
const char *clibcurl_fault_text(int result);

// `curl_easy_setopt` takes any type of value, which Swift cannot call: one function a type.
int clibcurl_set_number(clibcurl_handle *handle, clibcurl_option option, long value);
int clibcurl_set_size(clibcurl_handle *handle, clibcurl_option option, int64_t value);
int clibcurl_set_text(clibcurl_handle *handle, clibcurl_option option, const char *value);
int clibcurl_set_pointer(clibcurl_handle *handle, clibcurl_option option, void *value);
int clibcurl_set_on_bytes(clibcurl_handle *handle, clibcurl_option option, clibcurl_on_bytes call);
int clibcurl_set_on_progress(clibcurl_handle *handle, clibcurl_on_progress call);
int clibcurl_set_on_socket(clibcurl_handle *handle, clibcurl_on_socket call);

/// The status of the last answer; 0 where there was none.
long clibcurl_status(clibcurl_handle *handle);

/// Appends a line, which is copied. NULL where memory is short; the list then stays as it was.
clibcurl_list *clibcurl_append(clibcurl_list *list, const char *line);
void clibcurl_free_list(clibcurl_list *list);
#endif
