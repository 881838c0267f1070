// Prints the milliseconds that libical takes to parse a file, whole and on one thread. Neither the reading nor the
// freeing counts: nobody who imports with libical can be faster than this on one core.
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double milliseconds(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static char *contents(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) return NULL;
    const long length = ftell(file);
    if (length < 0) return NULL;
    rewind(file);
    char *text = malloc((size_t)length + 1);
    if (!text || fread(text, 1, (size_t)length, file) != (size_t)length) return NULL;
    fclose(file);
    text[length] = '\0';
    return text;
}

int main(int count, char **arguments) {
    if (count != 2) {
        fprintf(stderr, "usage: %s FILE.ics\n", arguments[0]);
        return 64;
    }
    const char *text = contents(arguments[1]);
    if (!text) {
        perror(arguments[1]);
        return 1;
    }
    const double begin = milliseconds();
    const icalcomponent *calendar = icalparser_parse_string(text);
    const double end = milliseconds();
    if (!calendar) {
        fprintf(stderr, "%s: not parsed\n", arguments[1]);
        return 1;
    }
    printf("%.3f\n", end - begin);
    return 0;
}
