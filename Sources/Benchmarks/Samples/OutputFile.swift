import Glibc

/// A file open for writing.
struct OutputFile {
    static let standardOutput = OutputFile(descriptor: STDOUT_FILENO, name: "standard output")

    private let descriptor: Int32
    private let name: String

    private init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Creates the file, or truncates an existing one.
    init(at path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .system(path) }
        self.init(descriptor: descriptor, name: path)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count >= 0 {
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            } else if errno != EINTR {
                throw errno == EPIPE ? .closedPipe : .system(name)
            }
        }
    }

    /// Closes the file; some file systems report a full disk only now.
    func close() throws(Failure) {
        guard Glibc.close(descriptor) == 0 else { throw .system(name) }
    }
}

extension Failure {
    /// A failure of the last system call, in the system's words.
    static func system(_ name: String) -> Failure {
        .failed("\(name): \(String(cString: strerror(errno)))")
    }
}
