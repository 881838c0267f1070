// Loads libpq when a bank is first connected to, so that nobody else pays for it and no program needs it.
#define _GNU_SOURCE
#include "CLibpq.h"
#include "CLoading.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef __APPLE__
static const char *const file_names[] = {"libpq.5.dylib", NULL};
#else
static const char *const file_names[] = {"libpq.so.5", NULL};
#endif

typedef void conn;
typedef clibpq_result result;
typedef void (*notice_receiver)(void *, const result *);

static struct {
    conn *(*connect)(const char *const *, const char *const *, int);
    void (*finish)(conn *);
    int (*status)(const conn *);
    char *(*fault)(const conn *);
    int (*socket)(const conn *);
    int (*set_nonblocking)(conn *, int);
    notice_receiver (*set_receiver)(conn *, notice_receiver, void *);
    int (*begin)(conn *);
    int (*end)(conn *);
    int (*sync)(conn *);
    int (*send_query)(conn *, const char *);
    int (*send_prepare)(conn *, const char *, const char *, int, const unsigned *);
    int (*send_prepared)(conn *, const char *, int, const char *const *, const int *, const int *, int);
    int (*flush)(conn *);
    int (*is_busy)(conn *);
    int (*consume)(conn *);
    result *(*next)(conn *);
    int (*result_status)(const result *);
    char *(*error_field)(const result *, int);
    int (*rows)(const result *);
    int (*columns)(const result *);
    unsigned (*type)(const result *, int);
    int (*is_null)(const result *, int, int);
    int (*size)(const result *, int, int);
    char *(*value)(const result *, int, int);
    void (*clear)(result *);
} pq;

// The names in the order of the structure above, which holds nothing but pointers.
static const char *const names[] = {
    "PQconnectdbParams",
    "PQfinish",
    "PQstatus",
    "PQerrorMessage",
    "PQsocket",
    "PQsetnonblocking",
    "PQsetNoticeReceiver",
    "PQenterPipelineMode",
    "PQexitPipelineMode",
    "PQpipelineSync",
    "PQsendQuery",
    "PQsendPrepare",
    "PQsendQueryPrepared",
    "PQflush",
    "PQisBusy",
    "PQconsumeInput",
    "PQgetResult",
    "PQresultStatus",
    "PQresultErrorField",
    "PQntuples",
    "PQnfields",
    "PQftype",
    "PQgetisnull",
    "PQgetlength",
    "PQgetvalue",
    "PQclear",
};
_Static_assert(sizeof pq == sizeof names, "a name for each function");

struct clibpq_connection {
    conn *conn;
    int warnings;
};

static const char *fault;

static void load(void) {
    void *library;
    fault = cloading_load(file_names, names, sizeof names / sizeof *names, (void **)&pq, &library);
}

const char *clibpq_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return fault;
}

static void on_notice(void *target, const result *notice) {
    // PG_DIAG_SEVERITY_NONLOCALIZED
    const char *severity = pq.error_field(notice, 'V');
    if (severity && !strcmp(severity, "WARNING")) ((clibpq_connection *)target)->warnings++;
}

clibpq_connection *clibpq_connect(const char *place) {
    // What stands before dbname gives way to what it says. A peer that is gone is noticed within 25 seconds.
    static const char *const keys[] = {
        "target_session_attrs", "connect_timeout", "keepalives_idle", "keepalives_interval", "keepalives_count",
        "tcp_user_timeout", "client_encoding", "application_name", "dbname", NULL};
    const char *const values[] = {
        "read-write", "3", "10", "5", "3", "20000", "UTF8", "agenda-server", place, NULL};
    clibpq_connection *connection = calloc(1, sizeof *connection);
    if (!connection) return NULL;
    connection->conn = pq.connect(keys, values, 1);
    if (!connection->conn) {
        free(connection);
        return NULL;
    }
    pq.set_receiver(connection->conn, on_notice, connection);
    if (clibpq_is_good(connection)) pq.set_nonblocking(connection->conn, 1);
    return connection;
}

void clibpq_close(clibpq_connection *connection) {
    pq.finish(connection->conn);
    free(connection);
}

// CONNECTION_OK
int clibpq_is_good(const clibpq_connection *connection) { return pq.status(connection->conn) == 0; }

const char *clibpq_fault(const clibpq_connection *connection) { return pq.fault(connection->conn); }

int clibpq_warnings(const clibpq_connection *connection) { return connection->warnings; }

int clibpq_begin(clibpq_connection *connection) { return pq.begin(connection->conn); }

int clibpq_end(clibpq_connection *connection) { return pq.end(connection->conn); }

int clibpq_send_script(clibpq_connection *connection, const char *text) {
    return pq.send_query(connection->conn, text);
}

int clibpq_send_prepare(
    clibpq_connection *connection, const char *name, const char *text, int count, const uint32_t *types) {
    return pq.send_prepare(connection->conn, name, text, count, types);
}

int clibpq_send(
    clibpq_connection *connection, const char *name, int count, const char *const *values, const int *sizes,
    const int *formats) {
    return pq.send_prepared(connection->conn, name, count, values, sizes, formats, 1);
}

int clibpq_send_sync(clibpq_connection *connection) { return pq.sync(connection->conn); }

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int clibpq_wait(clibpq_connection *connection, int milliseconds) {
    int64_t end = now() + milliseconds;
    for (;;) {
        int left = pq.flush(connection->conn);
        if (left < 0) return -1;
        if (!left && !pq.is_busy(connection->conn)) return 1;
        int64_t rest = end - now();
        if (rest <= 0) return 0;
        struct pollfd file = {pq.socket(connection->conn), (short)(POLLIN | (left ? POLLOUT : 0)), 0};
        if (file.fd < 0) return -1;
        int count = poll(&file, 1, (int)rest);
        if (count < 0 && errno != EINTR) return -1;
        if (count > 0 && file.revents & ~POLLOUT && !pq.consume(connection->conn)) return -1;
    }
}

clibpq_result *clibpq_next(clibpq_connection *connection) { return pq.next(connection->conn); }

int clibpq_status(const clibpq_result *result) { return pq.result_status(result); }

const char *clibpq_error(const clibpq_result *result, int field) { return pq.error_field(result, field); }

int clibpq_rows(const clibpq_result *result) { return pq.rows(result); }

int clibpq_columns(const clibpq_result *result) { return pq.columns(result); }

uint32_t clibpq_type(const clibpq_result *result, int column) { return pq.type(result, column); }

int clibpq_is_null(const clibpq_result *result, int row, int column) { return pq.is_null(result, row, column); }

int clibpq_size(const clibpq_result *result, int row, int column) { return pq.size(result, row, column); }

const uint8_t *clibpq_value(const clibpq_result *result, int row, int column) {
    return (const uint8_t *)pq.value(result, row, column);
}

void clibpq_free(clibpq_result *result) { pq.clear(result); }
