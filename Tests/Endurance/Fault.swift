/// A broken promise, or something without which the check cannot go on.
struct Fault: Error {
    /// One line that names it.
    let what: String

    init(_ what: String) { self.what = what.split(separator: "\n").joined(separator: "; ") }
}
