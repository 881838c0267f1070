import Glibc

extension InputFile.Failure {
    /// Why the file cannot be read.
    package var reason: String {
        switch self {
        case .system(let code): String(cString: strerror(code))
        case .endless: Message("more than 256 MB without an end; a file may be longer").text
        }
    }
}
