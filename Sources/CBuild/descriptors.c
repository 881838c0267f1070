#include <errno.h>
#include <fcntl.h>

// The caller may have closed some of the descriptors 0 to 2. The next file opened, such as the database, would then get
// that number and be used as standard input or output. This runs before anything else opens a file. It opens input for
// writing and output for reading, so that using them still fails: output that nobody receives is no success.
__attribute__((constructor)) static void open_standard_descriptors(void) {
    for (int descriptor = 0; descriptor <= 2; descriptor++) {
        if (fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) continue;
        // Without /dev, a folder serves as well.
        if (open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0) open("/", O_RDONLY);
    }
}
