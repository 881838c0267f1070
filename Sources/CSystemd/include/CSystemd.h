// What is used of systemd's library for D-Bus, sd-bus(3). Its interface is stable: `libsystemd.so.0` since 2014, so the
// declarations stand here and a build needs no headers of systemd.
#ifndef CSYSTEMD_H
#define CSYSTEMD_H
#include <stdint.h>

/// A connection to the session's bus: sd-bus's own. One thread at a time may use it.
typedef struct sd_bus csystemd_bus;

/// What the desktop's notification server tells (Desktop Notifications Specification 1.2). A call that ends with a number
/// gets that of the notification.
typedef struct csystemd_listener {
    void *target;
    /// A person has chosen an action.
    void (*on_action)(void *target, uint32_t number, const char *action);
    /// A notification is no longer shown.
    void (*on_closed)(void *target, uint32_t number);
    /// Another server has taken over, or there is none.
    void (*on_replaced)(void *target);
} csystemd_listener;

/// A notification.
typedef struct csystemd_notice {
    const char *program, *icon, *title, *body;
    /// Pairs of a name and what a person reads, ended by NULL.
    char *const *actions;
    /// The number of the notification whose place it takes; 0 for none.
    uint32_t replaced;
    /// Milliseconds until it goes away by itself; 0: never.
    int32_t duration;
} csystemd_notice;

/// Loads libsystemd, once; NULL, or why it cannot be used. Only after NULL may what follows be called. The text stays.
const char *csystemd_load(void);

/// Connects to the session's bus and listens to the notification server. The listener must stay. Returns 0, or an error
/// of errno(3), below 0; so does everything else here.
int csystemd_open(csystemd_bus **bus, const csystemd_listener *listener);
/// Ends a connection.
void csystemd_close(csystemd_bus *bus);
/// Asks the server what it can; calls `each` with each name.
int csystemd_capabilities(csystemd_bus *bus, void *target, void (*each)(void *target, const char *name));
/// Shows a notification, and waits until the server has it.
int csystemd_notify(csystemd_bus *bus, const csystemd_notice *notice, uint32_t *number);
/// Takes a notification away.
int csystemd_withdraw(csystemd_bus *bus, uint32_t number);
/// Reads what has arrived, and calls the listener; 1 if there is more.
int csystemd_process(csystemd_bus *bus);
/// What poll(2) waits for.
int csystemd_descriptor(csystemd_bus *bus);
int csystemd_events(csystemd_bus *bus);
#endif
