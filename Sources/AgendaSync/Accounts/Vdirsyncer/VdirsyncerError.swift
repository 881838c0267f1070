/// Why a configuration of vdirsyncer cannot be read, as a value.
package struct VdirsyncerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// A line is neither a section, an option, a continuation nor a comment.
        case line(String)
        /// An option stands twice in a section, or a section twice.
        case twice(String)
        /// A section lacks an option.
        case missing(section: String, option: String)
        /// An option's value is none that vdirsyncer takes. The value is not said: it may be a password.
        case value(section: String, option: String)
        /// A pair names a storage that there is not.
        case noStorage(pair: String, storage: String)
    }

    /// What is wrong.
    package var reason: Reason
    /// The line, 1-based; nil where no line is to blame.
    package var line: Int?

    /// An error.
    package init(_ reason: Reason, line: Int? = nil) { (self.reason, self.line) = (reason, line) }

    /// One line of neutral English.
    package var description: String {
        let sentence =
            switch reason {
            case .line(let text): "'\(text)' is no section and no option"
            case .twice(let name): "'\(name)' stands twice"
            case .missing(let section, let option): "[\(section)] lacks '\(option)'"
            case .value(let section, let option):
                "[\(section)]: '\(option)' has a value that vdirsyncer refuses"
            case .noStorage(let pair, let storage):
                "[pair \(pair)]: there is no storage '\(storage)'"
            }
        return line.map { "line \($0): \(sentence)" } ?? sentence
    }
}
