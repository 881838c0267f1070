/// A file of SQLite's.
package enum DatabaseFile {
    /// The URI that opens a file as it stands, without locks and without its log (sqlite.org/uri.html).
    package static func immutableURI(_ path: String) -> String {
        var uri = "file:"
        for scalar in path.unicodeScalars {
            switch scalar {
            // These three characters have a meaning in a URI.
            case "%", "?", "#": uri += "%" + String(scalar.value, radix: 16)
            default: uri.unicodeScalars.append(scalar)
            }
        }
        return uri + "?immutable=1"
    }
}
