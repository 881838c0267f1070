/// The commit from which the program was built, abbreviated, with a `+` if files had changed since; empty if it is
/// unknown, as in a build without git.
const char *cbuild_commit(void);
