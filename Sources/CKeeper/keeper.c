#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "CKeeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Everything from fork(2) on is done by a copy of one thread of a process with many: only what signal-safety(7) allows, and
// system calls. Nothing here may allocate.

enum { LIFELINE = 3, GRACE_MILLISECONDS = 1000, LONGEST_END_MILLISECONDS = 3000 };

static long long milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000LL + now.tv_nsec / 1000000;
}

// Files from a number on.
static void close_from(int first) {
#ifdef SYS_close_range
    if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
    for (int descriptor = first; descriptor < 65536; descriptor++) close(descriptor);
}

static _Noreturn void run_program(const char *path, char *const variables[], const char *home) {
    // With the keeper, which cannot end it any more.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == 1) _exit(127);
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    // No other source is to wait for its computing, and no folder is to fill with its memory.
    setpriority(PRIO_PROCESS, 0, 10);
    struct rlimit nothing = {0, 0};
    setrlimit(RLIMIT_CORE, &nothing);
    if (!home || chdir(home) != 0) (void)!chdir("/");
    close(LIFELINE);
    char *arguments[] = {(char *)path, NULL};
    // A program that was just written may be open for a moment still in a child that was forked meanwhile.
    for (int attempt = 0; attempt < 200; attempt++) {
        execve(path, arguments, variables);
        if (errno != ETXTBSY) break;
        struct timespec pause = {0, 5000000};
        nanosleep(&pause, NULL);
    }
    static const char complaint[] = "it cannot be executed\n";
    (void)!write(STDERR_FILENO, complaint, sizeof complaint - 1);
    _exit(127);
}

// Whoever has lost his parent below the program has the keeper as one, so that all come up here one after the other.
static void kill_children(pid_t program) {
    if (program > 0) kill(-program, SIGKILL);
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    if (list < 0) return;
    char text[4096];
    pid_t child = 0;
    for (ssize_t count; (count = read(list, text, sizeof text)) > 0;) {
        for (ssize_t place = 0; place < count; place++) {
            if (text[place] >= '0' && text[place] <= '9') {
                child = child * 10 + (text[place] - '0');
            } else {
                if (child > 1) kill(child, SIGKILL);
                child = 0;
            }
        }
    }
    if (child > 1) kill(child, SIGKILL);
    close(list);
}

// Reaps whoever has ended; returns whether there is anybody left.
static int reap(pid_t program, int *status, int *has_ended) {
    for (;;) {
        int how;
        pid_t child = waitpid(-1, &how, WNOHANG);
        if (child == 0) return 1;
        if (child < 0) {
            if (errno == EINTR) continue;
            return 0;
        }
        if (child == program) {
            *has_ended = 1;
            *status = WIFSIGNALED(how) ? 128 + WTERMSIG(how) : WEXITSTATUS(how);
        }
    }
}

static _Noreturn void keep(const char *path, char *const variables[], const char *home, int files[4]) {
    setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "agenda-keeper");
    // Out of the way of each other first.
    for (int number = 0; number < 4; number++) files[number] = fcntl(files[number], F_DUPFD, 16);
    for (int number = 0; number < 4; number++) dup2(files[number], number);
    close_from(LIFELINE + 1);
    for (int signal = 1; signal < NSIG; signal++) {
        struct sigaction usual = {.sa_handler = SIG_DFL};
        sigaction(signal, &usual, NULL);
    }
    sigset_t heard;
    sigemptyset(&heard);
    for (int number = 0, all[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, SIGQUIT}; number < 5; number++)
        sigaddset(&heard, all[number]);
    sigprocmask(SIG_SETMASK, &heard, NULL);
    int signals = signalfd(-1, &heard, SFD_CLOEXEC);
    pid_t program = signals < 0 ? -1 : fork();
    if (program == 0) run_program(path, variables, home);
    // Who reads what the program writes sees its end.
    for (int number = 0; number < LIFELINE; number++) close(number);
    if (program < 0) _exit(126);
    setpgid(program, program);

    int status = 0, has_ended = 0;
    long long end = -1;
    for (;;) {
        struct pollfd watched[2] = {{.fd = signals, .events = POLLIN}, {.fd = LIFELINE, .events = POLLIN}};
        int wait = -1;
        if (end >= 0) {
            long long left = end - milliseconds();
            if (left <= 0) break;
            wait = (int)left;
        }
        // A closed lifeline is told again and again: in the grace nobody listens to it.
        if (poll(watched, end >= 0 ? 1 : 2, wait) < 0 && errno != EINTR) break;
        if (watched[0].revents) {
            struct signalfd_siginfo signal;
            if (read(signals, &signal, sizeof signal) == sizeof signal && signal.ssi_signo != SIGCHLD) break;
            reap(program, &status, &has_ended);
            if (has_ended) break;
        }
        if (end < 0 && watched[1].revents) {
            char byte;
            if (read(LIFELINE, &byte, 1) > 0) break;
            end = milliseconds() + GRACE_MILLISECONDS;
        }
    }
    long long last = milliseconds() + LONGEST_END_MILLISECONDS;
    do {
        kill_children(has_ended ? 0 : program);
        struct timespec pause = {0, 2000000};
        nanosleep(&pause, NULL);
    } while (reap(program, &status, &has_ended) && milliseconds() < last);
    _exit(status);
}

pid_t ckeeper_start(const char *path, char *const variables[], const char *home, int input, int output,
                    int complaints, int lifeline) {
    sigset_t all, before;
    sigfillset(&all);
    // No handler of this process may run in its copy.
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t keeper = fork();
    if (keeper == 0) {
        int files[4] = {input, output, complaints, lifeline};
        keep(path, variables, home, files);
    }
    int failure = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = failure;
    return keeper;
}
