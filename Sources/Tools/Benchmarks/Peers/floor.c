// Parses a file with libical, whole and on one thread: nobody who imports with libical needs less of the processor.
#include <libical/ical.h>
#include <stdio.h>
#include <stdlib.h>

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
    if (!icalparser_parse_string(text)) {
        fprintf(stderr, "%s: not parsed\n", arguments[1]);
        return 1;
    }
    return 0;
}
