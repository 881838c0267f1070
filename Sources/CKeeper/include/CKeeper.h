#include <sys/types.h>

/// Starts a program under a keeper: a process of its own session that starts the program, and ends it with all that it has
/// started, however those have left its session or its parent.
///
/// All ends when the program does; when the lifeline is closed, as it is when this process dies, after a grace for the program,
/// whose input ends with it; and at once when a byte comes through the lifeline. The program has no other open file than
/// the three, and begins in the folder HOME names, if it is there.
///
/// - path: absolute.
/// - variables: all that the program has in its environment.
/// - input, output, complaints: its standard streams.
/// - lifeline: the end of a pipe that the keeper reads.
///
/// Returns the keeper's process, which ends with the program's status, or 128 and its signal; or -1, and errno says why.
pid_t ckeeper_start(const char *path, char *const variables[], const char *home, int input, int output,
                    int complaints, int lifeline);
