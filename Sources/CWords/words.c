#include "CWords.h"

// The languages' files, a line each: they are part of the program, and nothing is read or made at its start. English, which
// every start needs, is first. #embed is of C23; compilers have it for older C, too.
#pragma clang diagnostic ignored "-Wc23-extensions"
static const unsigned char texts[] = {
#embed "Languages/en.words" suffix(, 0, )
#embed "Languages/de.words" suffix(, 0, )
#embed "Languages/zh.words" suffix(, 0, )
    0};

const char *_Nonnull words_texts(void) {
    return (const char *)texts;
}
