#include <errno.h>
#include <fcntl.h>

// Who starts the program may have closed descriptors 0 to 2. The next file that is opened, an event queue or the database,
// would get the number, and be taken for standard input or output. Done before anything else opens one. They are opened the
// wrong way round, so that reading and writing fail as they do without: an answer that nobody got is no success.
__attribute__((constructor)) static void open_standard_descriptors(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
        // Where there is no /dev, a folder does as well.
        if (open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0) open("/", O_RDONLY);
    }
}
