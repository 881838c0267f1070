// Loads libsystemd when the first reminder is shown, so that nobody else pays for it and no program needs it.
#define _GNU_SOURCE
#include "CSystemd.h"
#include "CLoading.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct sd_bus_message message;
typedef message *message_pointer;
typedef struct sd_bus_slot slot;

typedef int (*handler)(message *, void *, void *error);

static struct {
    int (*open_user)(csystemd_bus **);
    csystemd_bus *(*flush_close_unref)(csystemd_bus *);
    int (*add_match)(csystemd_bus *, slot **, const char *, handler, void *);
    int (*message_new)(csystemd_bus *, message **, const char *, const char *, const char *, const char *);
    int (*message_append)(message *, const char *, ...);
    int (*message_append_strv)(message *, char **);
    int (*message_read)(message *, const char *, ...);
    int (*message_read_strv)(message *, char ***);
    message *(*message_unref)(message *);
    int (*call)(csystemd_bus *, message *, uint64_t, void *error, message **);
    int (*process)(csystemd_bus *, message **);
    int (*get_fd)(csystemd_bus *);
    int (*get_events)(csystemd_bus *);
} systemd;

// The names in the order of the structure above, which holds nothing but pointers.
static const char *const names[] = {
    "sd_bus_open_user",
    "sd_bus_flush_close_unref",
    "sd_bus_add_match",
    "sd_bus_message_new_method_call",
    "sd_bus_message_append",
    "sd_bus_message_append_strv",
    "sd_bus_message_read",
    "sd_bus_message_read_strv",
    "sd_bus_message_unref",
    "sd_bus_call",
    "sd_bus_process",
    "sd_bus_get_fd",
    "sd_bus_get_events",
};
_Static_assert(sizeof systemd == sizeof names, "a name for each function");

#define SERVER "org.freedesktop.Notifications"
#define PLACE "/org/freedesktop/Notifications"
// In microseconds: a server that takes longer is stuck.
static const uint64_t patience = 10 * 1000000;

static const char *fault;

static void load(void) {
    static const char *const file_names[] = {"libsystemd.so.0", NULL};
    void *library;
    fault = cloading_load(file_names, names, sizeof names / sizeof *names, (void **)&systemd, &library);
}

const char *csystemd_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return fault;
}

static int on_action(message *message, void *data, void *error) {
    (void)error;
    const csystemd_listener *listener = data;
    uint32_t number = 0;
    const char *action = NULL;
    // Messages that are none of the specification's are passed over.
    if (systemd.message_read(message, "us", &number, &action) > 0) listener->on_action(listener->target, number, action);
    return 0;
}

static int on_closed(message *message, void *data, void *error) {
    (void)error;
    const csystemd_listener *listener = data;
    uint32_t number = 0, reason = 0;
    if (systemd.message_read(message, "uu", &number, &reason) > 0) listener->on_closed(listener->target, number);
    return 0;
}

static int on_owner(message *message, void *data, void *error) {
    (void)error;
    const csystemd_listener *listener = data;
    const char *name = NULL, *old = NULL, *new = NULL;
    // A server that had nobody before it has shown nothing.
    if (systemd.message_read(message, "sss", &name, &old, &new) > 0 && *old) listener->on_replaced(listener->target);
    return 0;
}

int csystemd_open(csystemd_bus **bus, const csystemd_listener *listener) {
    static const struct {
        const char *rule;
        handler handler;
    } matches[] = {
        {"type='signal',interface='" SERVER "',path='" PLACE "',member='ActionInvoked'", on_action},
        {"type='signal',interface='" SERVER "',path='" PLACE "',member='NotificationClosed'", on_closed},
        {"type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" SERVER "'", on_owner},
    };
    csystemd_bus *new = NULL;
    int result = systemd.open_user(&new);
    for (size_t i = 0; result >= 0 && i < sizeof matches / sizeof *matches; i++)
        result = systemd.add_match(new, NULL, matches[i].rule, matches[i].handler, (void *)listener);
    if (result < 0) {
        if (new) systemd.flush_close_unref(new);
        return result;
    }
    *bus = new;
    return 0;
}

void csystemd_close(csystemd_bus *bus) { systemd.flush_close_unref(bus); }

// Calls the server with a message, which it frees.
static int call(csystemd_bus *bus, message *message, message_pointer *reply) {
    int result = systemd.call(bus, message, patience, NULL, reply);
    systemd.message_unref(message);
    return result;
}

static int make(csystemd_bus *bus, message **message, const char *method) {
    return systemd.message_new(bus, message, SERVER, PLACE, SERVER, method);
}

int csystemd_capabilities(csystemd_bus *bus, void *target, void (*each)(void *target, const char *name)) {
    message *question = NULL, *reply = NULL;
    char **list = NULL;
    int result = make(bus, &question, "GetCapabilities");
    if (result >= 0) result = call(bus, question, &reply);
    if (result >= 0) result = systemd.message_read_strv(reply, &list);
    for (char **name = list; result >= 0 && name && *name; name++) each(target, *name);
    for (char **name = list; name && *name; name++) free(*name);
    free(list);
    if (reply) systemd.message_unref(reply);
    return result;
}

int csystemd_notify(csystemd_bus *bus, const csystemd_notice *notice, uint32_t *number) {
    message *question = NULL, *reply = NULL;
    int result = make(bus, &question, "Notify");
    if (result < 0) return result;
    result = systemd.message_append(
        question, "susss", notice->program, notice->replaced, notice->icon, notice->title, notice->body);
    if (result >= 0) result = systemd.message_append_strv(question, (char **)notice->actions);
    if (result >= 0)
        result = systemd.message_append(question, "a{sv}i", 1, "urgency", "y", 1, notice->duration);
    if (result < 0) {
        systemd.message_unref(question);
        return result;
    }
    result = call(bus, question, &reply);
    if (result >= 0) result = systemd.message_read(reply, "u", number);
    if (reply) systemd.message_unref(reply);
    return result;
}

int csystemd_withdraw(csystemd_bus *bus, uint32_t number) {
    message *question = NULL;
    int result = make(bus, &question, "CloseNotification");
    if (result < 0) return result;
    result = systemd.message_append(question, "u", number);
    if (result >= 0) return call(bus, question, NULL);
    systemd.message_unref(question);
    return result;
}

int csystemd_process(csystemd_bus *bus) { return systemd.process(bus, NULL); }
int csystemd_descriptor(csystemd_bus *bus) { return systemd.get_fd(bus); }
int csystemd_events(csystemd_bus *bus) { return systemd.get_events(bus); }
