// Asks the file system for all files of a folder, as every program must that wants to know what changed.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

int main(int count, char **arguments) {
    DIR *folder = count == 2 ? opendir(arguments[1]) : NULL;
    if (!folder) return 1;
    long long bytes = 0;
    struct dirent *entry;
    struct stat status;
    while ((entry = readdir(folder)))
        if (fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0) bytes += status.st_size;
    printf("%lld\n", bytes);
    return 0;
}
