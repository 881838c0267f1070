// What is used of libpq, PostgreSQL's. All of it is in libpq of PostgreSQL 14 and later, which can send several statements at once, and
// its interface is stable: the declarations stand here, and a build needs no headers of it.
#ifndef CLIBPQ_H
#define CLIBPQ_H
#include <stdint.h>

/// A connection. One thread at a time uses it.
typedef struct clibpq_connection clibpq_connection;
/// What a statement has answered.
typedef struct clibpq_result clibpq_result;

/// What `clibpq_status` says of a result (ExecStatusType).
enum {
    CLIBPQ_DONE = 1,
    CLIBPQ_ROWS = 2,
    CLIBPQ_FAILED = 7,
    CLIBPQ_SYNC = 10,
    CLIBPQ_LEFT_OUT = 11
};

/// The fields of `clibpq_error` (PG_DIAG_SQLSTATE, _SEVERITY_NONLOCALIZED, _MESSAGE_PRIMARY, _MESSAGE_DETAIL).
enum { CLIBPQ_SQLSTATE = 'C', CLIBPQ_SEVERITY = 'V', CLIBPQ_MESSAGE = 'M', CLIBPQ_DETAIL = 'D' };

/// Loads libpq, once; NULL, or why it cannot be used. Only after NULL may what follows be called. The text stays.
const char *clibpq_load(void);

/// Connects to the server that takes writes, and waits for it: 3 seconds for each address.
///
/// @param place `host=a,b dbname=agenda` or a URI; what it says goes before our own wishes
/// @return a connection that `clibpq_fault` tells about, or NULL where memory is short
clibpq_connection *clibpq_connect(const char *place);
void clibpq_close(clibpq_connection *connection);
/// Whether it is usable.
int clibpq_is_good(const clibpq_connection *connection);
/// What went wrong last.
const char *clibpq_fault(const clibpq_connection *connection);
/// How many warnings the server has sent.
int clibpq_warnings(const clibpq_connection *connection);

/// Begins and ends what is sent at once; 1, or 0 where something is still under way.
int clibpq_begin(clibpq_connection *connection);
int clibpq_end(clibpq_connection *connection);
// 1, or 0 where nothing could be sent.
int clibpq_send_script(clibpq_connection *connection, const char *text);
int clibpq_send_prepare(
    clibpq_connection *connection, const char *name, const char *text, int count, const uint32_t *types);
/// All values are sent and answered in binary form; a value of NULL is SQL's NULL.
int clibpq_send(
    clibpq_connection *connection, const char *name, int count, const char *const *values, const int *sizes,
    const int *formats);
int clibpq_send_sync(clibpq_connection *connection);

/// Waits until the next result is there.
///
/// @param milliseconds how long at most
/// @return 1, 0 if the time is over, -1 if the connection is broken
int clibpq_wait(clibpq_connection *connection, int milliseconds);
/// The next result; NULL behind the last one of a statement.
clibpq_result *clibpq_next(clibpq_connection *connection);

int clibpq_status(const clibpq_result *result);
/// A field of an error; NULL if it has none.
const char *clibpq_error(const clibpq_result *result, int field);
int clibpq_rows(const clibpq_result *result);
int clibpq_columns(const clibpq_result *result);
/// The type of a column (`pg_type`).
uint32_t clibpq_type(const clibpq_result *result, int column);
int clibpq_is_null(const clibpq_result *result, int row, int column);
int clibpq_size(const clibpq_result *result, int row, int column);
/// Valid as long as the result.
const uint8_t *clibpq_value(const clibpq_result *result, int row, int column);
void clibpq_free(clibpq_result *result);
#endif
