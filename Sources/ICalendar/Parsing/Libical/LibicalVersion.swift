internal import CLibical
internal import Glibc

/// The libical that is installed.
package enum LibicalVersion {
    /// The version of the library that is loaded, such as `3.0.16`; nil where there is none.
    ///
    /// libical has no call for it. Its file does: `libical.so.3` is a link to `libical.so.3.0.16`.
    package static var installed: String? {
        guard let path = clibical_path(), let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        let name = String(cString: resolved)
        guard let range = name.firstRange(of: ".so.") else { return nil }
        return String(name[range.upperBound...])
    }
}
