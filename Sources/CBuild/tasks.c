// Runs the tasks of `agenda daemon` and `agenda ui` on threads of their own, so that they sleep while nothing happens. Swift's runtime runs them on
// libdispatch's pool, which on Linux looks at its threads once a second from its first one to the end of the process
// (swift-corelibs-libdispatch, src/event/workqueue.c: _dispatch_workq_init_once). The hooks are the runtime's own way to
// take over (swift/include/swift/Runtime/Concurrency.h); where a runtime has none, the pool stays. What sleeps in a task
// or uses a queue of libdispatch starts the pool all the same: these two do neither (OwnThread).
// Freeing a queue does, too, and each closed store has one: `agenda ui` keeps them open (KeptStore).
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__) && defined(__GLIBC__)

#define SWIFTCALL __attribute__((swiftcall))
#define WEAK __attribute__((weak))

extern void *swift_task_enqueueGlobal_hook WEAK;
extern void *swift_task_asyncMainDrainQueue_hook WEAK;

// Nothing but zeros is no executor in particular.
typedef struct executor {
    void *identity, *implementation;
} executor;
extern SWIFTCALL void swift_job_run(void *job, executor executor) WEAK;

// How a program with a loop of its own serves the main queue, as CoreFoundation does: the eventfd(2) that says that there
// is something, and what then runs it.
extern int _dispatch_get_main_queue_handle_4CF(void) WEAK;
extern void _dispatch_main_queue_callback_4CF(void *unused) WEAK;

typedef struct job {
    struct job *next;
    void *code;
} job;

// More jobs than these at once have to wait: some of them may be waiting for a disk or a lock.
enum { most_threads = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static job *first;
static job **end = &first;
static int threads, idle, queued;

static void *work(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    for (;;) {
        job *one = first;
        if (!one) {
            idle++;
            pthread_cond_wait(&changed, &lock);
            idle--;
            continue;
        }
        first = one->next;
        if (!first) end = &first;
        queued--;
        pthread_mutex_unlock(&lock);
        void *code = one->code;
        free(one);
        swift_job_run(code, (executor){NULL, NULL});
        pthread_mutex_lock(&lock);
    }
    return NULL;
}

static SWIFTCALL void enqueue(void *code, void *original) {
    (void)original;
    job *new = malloc(sizeof *new);
    // Swift itself cannot go on without memory.
    if (!new) abort();
    *new = (job){NULL, code};
    pthread_mutex_lock(&lock);
    *end = new;
    end = &new->next;
    queued++;
    pthread_t thread;
    // A thread that was woken for an earlier job may still count as idle.
    if (queued <= idle) {
        pthread_cond_signal(&changed);
    } else if (threads < most_threads && pthread_create(&thread, NULL, work, NULL) == 0) {
        pthread_detach(thread);
        threads++;
    }
    // The first one must be there; later ones only help.
    if (!threads) abort();
    pthread_mutex_unlock(&lock);
}

// The main thread's work, until the process ends.
static SWIFTCALL void drain_main(void *original, void *override) {
    (void)original, (void)override;
    struct pollfd waiting = {_dispatch_get_main_queue_handle_4CF(), POLLIN, 0};
    for (;;) {
        _dispatch_main_queue_callback_4CF(NULL);
        uint64_t count;
        if (poll(&waiting, 1, -1) == 1 && read(waiting.fd, &count, sizeof count) < 0) continue;
    }
}

// Before the program's first task: from then on libdispatch would wake up.
__attribute__((constructor)) static void take_over(int count, char **words) {
    if (count < 2 || (strcmp(words[1], "daemon") != 0 && strcmp(words[1], "ui") != 0)) return;
    if (!&swift_task_enqueueGlobal_hook || !&swift_task_asyncMainDrainQueue_hook || !swift_job_run ||
        !_dispatch_get_main_queue_handle_4CF || !_dispatch_main_queue_callback_4CF)
        return;
    swift_task_enqueueGlobal_hook = (void *)enqueue;
    swift_task_asyncMainDrainQueue_hook = (void *)drain_main;
}
#endif
