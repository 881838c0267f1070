// Asks an HTTP service on a Unix socket for one document and prints the answer: ask SOCKET TARGET. Linked statically.
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int main(int count, char **arguments) {
    if (count != 3) return 64;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    strncpy(address.sun_path, arguments[1], sizeof address.sun_path - 1);
    const int connection = socket(AF_UNIX, SOCK_STREAM, 0);
    if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) return 1;
    dprintf(connection, "GET %s HTTP/1.1\r\nHost: agenda\r\nConnection: close\r\n\r\n", arguments[2]);
    char piece[65536];
    ssize_t length;
    while ((length = read(connection, piece, sizeof piece)) > 0)
        if (write(STDOUT_FILENO, piece, (size_t)length) != length) return 1;
    return length < 0;
}
