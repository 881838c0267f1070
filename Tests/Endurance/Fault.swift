/// A broken promise, or an error that stops the check.
struct Fault: Error {
    /// A description on one line.
    let what: String

    init(_ what: String) { self.what = what.split(separator: "\n").joined(separator: "; ") }
}
