internal import CLibical
internal import Synchronization

/// The libical that is installed. It is loaded when the first component needs it.
package enum Libical {
    /// Loads libical. Says in ``ICalendarParser/failure`` when it is not there.
    static func load() -> Bool {
        guard failure != nil else { return true }
        wasMissed.store(true, ordering: .relaxed)
        return false
    }

    /// What a component needed that could not be read.
    static var missed: ICalendarError? { wasMissed.load(ordering: .relaxed) ? failure : nil }

    private static let wasMissed = Atomic(false)

    private static let failure: ICalendarError? = {
        if let cause = clibical_load() {
            return .libraryMissing(cause: String(cString: cause))
        }
        // libical may be built to abort on malformed input.
        icalerror_set_errors_are_fatal(0)
        return nil
    }()

    /// The version of the library that is loaded, such as `3.0.16`; nil where there is none.
    ///
    /// libical has no call for it. Its file does: `libical.so.3` is a link to `libical.so.3.0.16`
    /// (`libical.3.dylib` to `libical.3.0.16.dylib`).
    package static var installed: String? {
        guard let path = clibical_path(), let file = SystemFile.resolved(path) else { return nil }
        let name = file.split(separator: "/").last ?? ""
        let numbers = name.split(separator: ".").filter { Int($0) != nil }
        return numbers.isEmpty ? nil : numbers.joined(separator: ".")
    }
}
