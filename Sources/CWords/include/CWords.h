/// The text of the first language's file, which is English; it ends with a zero byte. The next one follows behind that
/// byte, and behind the last one is an empty text.
const char *_Nonnull words_texts(void);
