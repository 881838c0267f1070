/// Why the service does not start, in one line: nobody is shown the usage of a program that only `agenda serve` starts.
struct ServerFailure: Error, CustomStringConvertible {
    let description: String
    /// The exit status: 64 where what was asked for makes no sense (`EX_USAGE` of sysexits.h).
    let status: Int32

    init(_ description: String, status: Int32 = 1) {
        (self.description, self.status) = (description, status)
    }
}
