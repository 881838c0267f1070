/// The commit that the program was built from, as git abbreviates it, with `+` where files had been changed since; empty
/// where it is unknown, as in a build without git.
const char *cbuild_commit(void);
