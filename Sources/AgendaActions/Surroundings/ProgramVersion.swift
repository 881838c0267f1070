/// Which version of agenda this is.
package enum ProgramVersion {
    /// The program's own version (semver.org).
    package static let number = "0.2.0"
}
