internal import CalendarFiles
internal import CalendarMerge
internal import ICalendar

/// Puts every request to a program, right ones and wrong ones, and says what falls short of the protocol.
///
/// Where the program takes changes, an event on 1 January 2000 is made, changed and removed.
package struct ProgramCheck: Sendable {
    /// What became of a part of the check.
    package struct Finding: Hashable, Sendable {
        /// Which request.
        package let request: String
        /// What falls short; nil where nothing does.
        package let fault: String?
    }

    private let program: SourceProgram
    private let secret: Secret?
    private let limits: ProgramLimits
    private let isCancelled = CancellationFlag()

    package init(_ program: SourceProgram, secret: Secret?, limits: ProgramLimits = ProgramLimits())
    {
        (self.program, self.secret, self.limits) = (program, secret, limits)
    }

    /// Checks.
    ///
    /// - Returns: what was found, and the last lines that the program said on its standard error.
    package func run() async -> (findings: [Finding], said: [String]) {
        let check = self
        return await withTaskCancellationHandler {
            await OwnThread.value {
                var run = ProgramCheckRun(
                    check.program, check.secret, check.limits, check.isCancelled)
                run.go()
                return (run.findings, ProgramExchange.lines(run.said))
            }
        } onCancel: {
            isCancelled.set()
        }
    }
}

/// One check under way. A program that breaks the protocol is started again for the next part.
private struct ProgramCheckRun {
    private(set) var findings: [ProgramCheck.Finding] = []
    private(set) var said: [UInt8] = []
    private let program: SourceProgram
    private let secret: Secret?
    private let limits: ProgramLimits
    private let isCancelled: CancellationFlag
    private var session: ProgramSession?
    private let new = "agenda-check-\(UInt32.random(in: 0...(.max))).ics"

    init(
        _ program: SourceProgram, _ secret: Secret?, _ limits: ProgramLimits,
        _ isCancelled: CancellationFlag
    ) {
        (self.program, self.secret) = (program, secret)
        (self.limits, self.isCancelled) = (limits, isCancelled)
    }

    mutating func go() {
        guard start() else { return }
        note("hello", nil)
        let new = new
        let first = attempt("list") { (session) throws(ProgramFault) in try session.list() }
        if let first { checkContents(first) }
        expect(.missing, "read", "of a resource that is not there") {
            (session) throws(ProgramFault) in _ = try session.read(new)
        }
        expect(.unknown, "agenda-check", "which is no request") {
            (session) throws(ProgramFault) in try session.ask(raw: "agenda-check")
        }
        if session?.isWritable == true { checkChanges() } else { checkRefusal() }
        checkEnd()
    }

    private mutating func start() -> Bool {
        if session != nil { return true }
        do throws(ProgramFault) {
            session = try ProgramSession(program, secret: secret, limits, isCancelled, said: &said)
            return true
        } catch {
            note("hello", error.description)
            return false
        }
    }

    private mutating func note(_ request: String, _ fault: String?) {
        findings.append(ProgramCheck.Finding(request: request, fault: fault))
    }

    /// Asks something; nil, and a finding, where that fails.
    private mutating func attempt<Value>(
        _ request: String, _ what: String = "",
        _ ask: (inout ProgramSession) throws(ProgramFault) -> Value
    ) -> Value? {
        guard start(), var open = session else { return nil }
        defer { said = open.said }
        do throws(ProgramFault) {
            let value = try ask(&open)
            session = open
            note(request, nil)
            return value
        } catch {
            note(request, "\(error)" + (what.isEmpty ? "" : " (\(what))"))
            settle(open, error)
            return nil
        }
    }

    /// Asks something that is to be refused.
    private mutating func expect(
        _ refusal: ProgramRefusal, _ request: String, _ what: String,
        _ ask: (inout ProgramSession) throws(ProgramFault) -> Void
    ) {
        guard start(), var open = session else { return }
        defer { said = open.said }
        do throws(ProgramFault) {
            try ask(&open)
            session = open
            note(
                request,
                "'\(request)' \(what) is answered; expected the error '\(refusal.rawValue)'")
        } catch {
            if case .refused(_, refusal, _) = error {
                note(request, nil)
            } else {
                note(
                    request,
                    "'\(request)' \(what): expected the error '\(refusal.rawValue)': \(error)")
            }
            settle(open, error)
        }
    }

    private mutating func settle(_ open: ProgramSession, _ fault: ProgramFault) {
        var open = open
        if case .refused = fault {
            session = open
        } else {
            open.end(isKind: false)
            session = nil
        }
    }

    private mutating func checkContents(_ list: [(resource: String, version: String)]) {
        for (name, version) in list.prefix(3) {
            let found = attempt("read", name) { (session) throws(ProgramFault) in
                try session.read(name)
            }
            guard let found else { continue }
            let calendar = ComponentDocument(FetchResult.withLineEnds(found.text))
            let uids = Set(
                (calendar?.parts ?? []).filter(\.isComponent)
                    .compactMap { ComponentDocument($0.bytes) }
                    .flatMap { $0.properties("UID").map(\.value) })
            if calendar?.name != "VCALENDAR" {
                note("read", "\(name) is no iCalendar text from BEGIN to END:VCALENDAR")
            } else if uids.count != 1 {
                note(
                    "read",
                    "\(name) has \(uids.count) UIDs; a resource is one event with its exceptions")
            }
            if found.version != version {
                note(
                    "read",
                    "\(name) has another version than in the list; it must tell the same of the same"
                )
            }
        }
        guard
            let again = attempt(
                "list", "", { (session) throws(ProgramFault) in try session.list() })
        else { return }
        if Dictionary(uniqueKeysWithValues: again.map { ($0.resource, $0.version) })
            != Dictionary(uniqueKeysWithValues: list.map { ($0.resource, $0.version) })
        {
            note("list", "a second list differs, though nobody changed anything")
        }
    }

    private func text(_ summary: String) -> [UInt8] {
        let lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//agenda//source check//EN",
            "BEGIN:VEVENT", "UID:\(new.dropLast(4))", "DTSTAMP:20000101T000000Z",
            "DTSTART;VALUE=DATE:20000101", "DTEND;VALUE=DATE:20000102",
            "SUMMARY:\(summary)", "END:VEVENT", "END:VCALENDAR", "",
        ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private mutating func checkChanges() {
        let (name, text, other) = (new, text("agenda source check"), text("changed by the check"))
        guard
            attempt(
                "put", "of a new resource",
                { (session) throws(ProgramFault) in try session.put(text, to: name, if: nil) }
            ) != nil
        else { return }
        expect(.changed, "put", "of a new resource where there is one") {
            (session) throws(ProgramFault) in _ = try session.put(other, to: name, if: nil)
        }
        let list = attempt("list") { (session) throws(ProgramFault) in try session.list() }
        let listed = list?.first { $0.resource == name }?.version
        if list != nil, listed == nil { note("list", "what was put is not in the list") }
        let found = attempt("read", "of what was put") { (session) throws(ProgramFault) in
            try session.read(name)
        }
        if let found { checkKept(found.text, "agenda source check") }
        let wrong = (found?.version ?? "1") + "-not"
        expect(.changed, "put", "with a wrong version") { (session) throws(ProgramFault) in
            _ = try session.put(other, to: name, if: wrong)
        }
        expect(.changed, "delete", "with a wrong version") { (session) throws(ProgramFault) in
            try session.delete(name, if: wrong)
        }
        if let version = found?.version {
            _ = attempt("put", "with the version") { (session) throws(ProgramFault) in
                try session.put(other, to: name, if: version)
            }
        }
        let now = attempt("read", "of what was changed") { (session) throws(ProgramFault) in
            try session.read(name)
        }
        guard let now else { return }
        checkKept(now.text, "changed by the check")
        if now.version == found?.version {
            note("put", "a changed resource has the version that it had before")
        }
        _ = attempt("delete", "with the version") { (session) throws(ProgramFault) in
            try session.delete(name, if: now.version)
        }
        expect(.missing, "read", "of what was deleted") { (session) throws(ProgramFault) in
            _ = try session.read(name)
        }
        expect(.missing, "delete", "of what was deleted") { (session) throws(ProgramFault) in
            try session.delete(name, if: now.version)
        }
    }

    private mutating func checkKept(_ bytes: [UInt8], _ summary: String) {
        let text = String(decoding: bytes, as: UTF8.self)
        for (what, part) in [
            ("UID", "UID:\(new.dropLast(4))"), ("date", ":20000101"),
            ("summary", "SUMMARY:\(summary)"),
        ] where !text.contains(part) {
            note("put", "the \(what) of what was put is lost")
        }
    }

    private mutating func checkRefusal() {
        let (name, text) = (new, text("agenda source check"))
        expect(.readOnly, "put", "to a calendar that is only read") {
            (session) throws(ProgramFault) in _ = try session.put(text, to: name, if: nil)
        }
    }

    private mutating func checkEnd() {
        guard start(), var open = session else { return }
        session = nil
        let status = open.end(isKind: true)
        said = open.said
        let fault: String? =
            switch status {
            case 0: nil
            case 128...: "it does not end within a second when its input does"
            default: "it ends with status \(status) when its input does; expected 0"
            }
        note("end of input", fault)
    }
}
