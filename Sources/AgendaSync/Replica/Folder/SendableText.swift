internal import ICalendar

/// Whether a text can be a resource of a calendar collection: whole components of one UID (RFC 4791 section 4.1).
enum SendableText {
    /// Why not; nil if it can. Looks at the structure alone: what a server makes of a value is its business.
    static func fault(_ bytes: [UInt8]) -> ReplicaComparison.Fault? {
        guard String(validating: bytes, as: UTF8.self) != nil else {
            return .notCalendar("its text is not UTF-8")
        }
        guard TextEncoding.normalised(bytes) == nil else {
            return .notCalendar("its lines end with CR alone")
        }
        let stream = ComponentScanner.scan(bytes)
        guard stream.isCalendar else { return .notCalendar("no BEGIN:VCALENDAR") }
        if let fault = stream.diagnostics.first(where: { $0.severity == .error }) {
            return .notCalendar("line \(fault.line): \(fault.reason)")
        }
        guard stream.isComplete else { return .notCalendar("it ends too early") }
        var uids: Set<String> = []
        for component in stream.components where component.kind != .timeZone {
            guard let uid = uid(bytes[component.range]) else {
                return .notCalendar("line \(component.line): a component without UID")
            }
            uids.insert(uid)
        }
        return uids.isEmpty ? .empty : uids.count > 1 ? .severalUIDs : nil
    }

    private static func uid(_ component: ArraySlice<UInt8>) -> String? {
        component.withUnsafeBytes { bytes in
            var lines = LogicalLines(bytes)
            while let line = lines.next() {
                if lines.depth == 1, line.isNamed("uid"), let value = line.property?.value,
                    !value.isEmpty
                {
                    return value
                }
            }
            return nil
        }
    }
}
