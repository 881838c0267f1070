internal import CLibical
internal import Synchronization

/// The installed libical, loaded when the first component needs it.
package enum Libical {
    /// Loads libical, and returns whether it is there; ``ICalendarParser/failure`` says so if not.
    static func load() -> Bool {
        guard failure != nil else { return true }
        wasMissed.store(true, ordering: .relaxed)
        return false
    }

    /// Why libical could not be loaded, once a component has needed it.
    static var missed: ICalendarError? { wasMissed.load(ordering: .relaxed) ? failure : nil }

    private static let wasMissed = Atomic(false)

    private static let failure: ICalendarError? = {
        if let cause = clibical_load() {
            return .libraryMissing(cause: String(cString: cause))
        }
        return nil
    }()

    /// The version of the library that is loaded, such as `3.0.16`; nil if there is none.
    ///
    /// libical has no call for it, but its file tells: `libical.so.3` is a link to `libical.so.3.0.16`, and
    /// `libical.so.4.0` to `libical.so.4.0.2` (`libical.3.dylib` to `libical.3.0.16.dylib`).
    package static var installed: String? {
        guard let path = clibical_path(), let file = SystemFile.resolved(path) else { return nil }
        let name = file.split(separator: "/").last ?? ""
        let numbers = name.split(separator: ".").filter { Int($0) != nil }
        return numbers.isEmpty ? nil : numbers.joined(separator: ".")
    }
}
