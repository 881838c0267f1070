internal import CalendarFiles
internal import FoundationEssentials

/// What a program may cost.
package struct ProgramLimits: Hashable, Sendable {
    /// Seconds for the answer to a request.
    package var seconds = 60
    /// Bytes of a line, in both directions.
    package var line = 2 << 20
    /// Bytes of a text that one line may carry.
    package var chunk = 1 << 20
    /// Bytes of a resource, and of all names and versions of a list.
    package var body = 64 << 20
    /// Bytes of a name and of a version.
    package var name = 200
    /// Pages of a list.
    package var pages = 10_000

    /// The protocol's.
    package init() {}
}

/// A conversation with a program: a request and its answer, one after the other. Its methods wait.
struct ProgramSession: Sendable {
    /// What the program says of its calendar.
    private(set) var name: String?
    private(set) var color: String?
    private(set) var isWritable = false
    private(set) var canWatch = false
    private(set) var components: Set<String>?
    private var program: KeptProgram
    private let limits: ProgramLimits
    private var count = 0
    /// Tells that nobody waits any more.
    var isCancelled: CancellationFlag

    /// Starts a program, and greets it.
    ///
    /// - Parameter said: gets what it said on its standard error where this fails.
    init(
        _ source: SourceProgram, secret: Secret?, _ limits: ProgramLimits,
        _ isCancelled: CancellationFlag, said: inout [UInt8]
    ) throws(ProgramFault) {
        try source.check()
        do throws(SystemFailure) { program = try KeptProgram(source.path) } catch {
            throw .cannotStart("\(error)")
        }
        (self.limits, self.isCancelled) = (limits, isCancelled)
        do throws(ProgramFault) {
            var request = ProgramRequest("hello")
            (request.version, request.argument) = (1, source.argument)
            request.secret = secret?.text
            let answer = try ask(request)
            guard answer.protocolVersion == 1 else {
                throw .broken(request: "hello", "'protocol' must be 1")
            }
            (name, color) = (answer.name.flatMap(Self.line), answer.color)
            if let color, !Self.isColor(color) {
                throw .broken(request: "hello", "'color' must be as #4169E1")
            }
            (isWritable, canWatch) = (answer.writable ?? false, answer.watch ?? false)
            components = answer.components.map { Set($0.map { $0.uppercased() }) }
        } catch {
            end(isKind: false)
            said = program.said
            throw error
        }
    }

    /// What it said on its standard error.
    var said: [UInt8] { program.said }

    /// All resources with their versions.
    mutating func list() throws(ProgramFault) -> [(resource: String, version: String)] {
        var (all, known, size): ([(String, String)], Set<String>, Int) = ([], [], 0)
        var (request, pages): (ProgramRequest, Set<String>) = (ProgramRequest("list"), [])
        while true {
            let answer = try ask(request)
            guard let resources = answer.resources else {
                throw .broken(request: "list", "'resources' is missing")
            }
            for item in resources {
                try check(item.resource, "resource")
                try check(item.version, "version")
                guard known.insert(item.resource).inserted else {
                    throw .broken(request: "list", "a resource comes twice")
                }
                size += item.resource.utf8.count + item.version.utf8.count + 32
                guard size <= limits.body else { throw .broken(request: "list", "it has no end") }
                all.append((item.resource, item.version))
            }
            guard let next = answer.next else { return all }
            guard pages.insert(next).inserted else {
                throw .broken(request: "list", "the page '\(Self.line(next) ?? "")' comes twice")
            }
            guard pages.count < limits.pages else {
                throw .broken(request: "list", "it has no end")
            }
            request.page = next
        }
    }

    /// A resource's text and version.
    mutating func read(_ resource: String) throws(ProgramFault) -> (text: [UInt8], version: String)
    {
        var answer = try ask(ProgramRequest("read", resource: resource))
        guard let version = answer.version else {
            throw .broken(request: "read", "'version' is missing")
        }
        try check(version, "version")
        let end = ContinuousClock.now + .seconds(limits.seconds)
        var text: [UInt8] = []
        while true {
            guard let part = answer.text else {
                throw .broken(request: "read", "'text' is missing")
            }
            text += part.utf8
            guard text.count <= limits.body else { throw .tooLarge(limit: limits.body) }
            guard answer.more == true else { return (text, version) }
            answer = try self.answer(to: "read", until: end)
        }
    }

    /// Writes a resource.
    ///
    /// - Parameter version: what is to be replaced; nil where nothing may be there.
    /// - Returns: the version that it has now, if the program says so.
    mutating func put(
        _ text: [UInt8], to resource: String, if version: String?
    ) throws(ProgramFault) -> String? {
        guard text.count <= limits.body else { throw .tooLarge(limit: limits.body) }
        var request = ProgramRequest("put", resource: resource, condition: version)
        var rest = String(decoding: text, as: UTF8.self)[...]
        let end = ContinuousClock.now + .seconds(limits.seconds)
        while rest.utf8.count > limits.chunk {
            var place = rest.utf8.index(rest.startIndex, offsetBy: limits.chunk)
            while rest.utf8[place] & 0xC0 == 0x80 { place = rest.utf8.index(before: place) }
            let part = rest[..<place]
            (request.text, request.more) = (String(part), true)
            if request.id == 0 { request.id = newID() }
            try send(request, until: end)
            rest = rest[part.endIndex...]
        }
        (request.text, request.more) = (String(rest), nil)
        let answer = try ask(request)
        if let version = answer.version { try check(version, "version") }
        return answer.version
    }

    /// Removes a resource of a version.
    mutating func delete(_ resource: String, if version: String) throws(ProgramFault) {
        _ = try ask(ProgramRequest("delete", resource: resource, condition: version))
    }

    /// Waits for changes until the program ends or nobody waits any more; tells of one a second at most.
    mutating func watch(_ tell: () -> Void) throws(ProgramFault) {
        var request = ProgramRequest("watch")
        request.id = newID()
        try send(request, until: ContinuousClock.now + .seconds(limits.seconds))
        var (second, lines) = (ContinuousClock.now, 0)
        while true {
            let answer = try answer(to: "watch", until: nil)
            try refuse(answer, "watch")
            lines += 1
            let now = ContinuousClock.now
            if now - second >= .seconds(1) || lines == 1 {
                (second, lines) = (now, 1)
                tell()
            }
            // A program that cannot keep to one a second is allowed some; a flood is none.
            guard lines <= 100 else { throw .tooTalkative }
        }
    }

    /// Asks something that the protocol may not know: for a check of what the program makes of it.
    mutating func ask(raw method: String) throws(ProgramFault) {
        _ = try ask(ProgramRequest(method))
    }

    /// Ends it, with all that it has started.
    @discardableResult mutating func end(isKind: Bool) -> Int { program.end(isKind: isKind) }

    private mutating func newID() -> Int {
        count += 1
        return count
    }

    private mutating func ask(_ request: ProgramRequest) throws(ProgramFault) -> ProgramAnswer {
        var request = request
        let end = ContinuousClock.now + .seconds(limits.seconds)
        if request.id == 0 {
            guard !program.hasMore() else { throw .tooTalkative }
            request.id = newID()
        }
        try send(request, until: end)
        let answer = try answer(to: request.method, until: end)
        try refuse(answer, request.method)
        return answer
    }

    private func refuse(_ answer: ProgramAnswer, _ request: String) throws(ProgramFault) {
        guard let error = answer.error else { return }
        throw .refused(
            request: request, ProgramRefusal(rawValue: error) ?? .refused,
            answer.message.flatMap(Self.line) ?? "")
    }

    private mutating func send(
        _ request: ProgramRequest, until end: ContinuousClock.Instant
    ) throws(ProgramFault) {
        do throws(KeptProgram.Fault) {
            try program.send(request.line, until: end, isCancelled)
        } catch {
            throw ProgramFault(error, request.method, limits)
        }
    }

    private mutating func answer(
        to request: String, until end: ContinuousClock.Instant?
    ) throws(ProgramFault) -> ProgramAnswer {
        let line: [UInt8]
        do throws(KeptProgram.Fault) {
            line = try program.line(limit: limits.line, until: end, isCancelled)
        } catch {
            throw ProgramFault(error, request, limits)
        }
        let answer = try ProgramAnswer(line, to: request)
        guard answer.id == count else { throw .unknownRequest(request: request) }
        return answer
    }

    private func check(_ text: String, _ what: String) throws(ProgramFault) {
        guard (1...limits.name).contains(text.utf8.count), text != ".", text != "..",
            !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else {
            throw .broken(
                request: "list",
                "a '\(what)' is empty, longer than \(limits.name) bytes or has control characters")
        }
    }

    private static func isColor(_ text: String) -> Bool {
        text.hasPrefix("#") && text.utf8.count == 7 && text.dropFirst().allSatisfy(\.isHexDigit)
    }

    /// Its words in one line of at most 200 characters.
    static func line(_ text: String) -> String? {
        let words = text.split { $0.isWhitespace || ($0.asciiValue ?? 0x20) < 0x20 }
        return words.isEmpty ? nil : String(words.joined(separator: " ").prefix(200))
    }
}

extension ProgramFault {
    fileprivate init(_ fault: KeptProgram.Fault, _ request: String, _ limits: ProgramLimits) {
        self =
            switch fault {
            case .ended(let status): .ended(request: request, status: status)
            case .tooSlow: .tooSlow(request: request, seconds: limits.seconds)
            case .lineTooLong: .lineTooLong(request: request, limit: limits.line)
            case .tooTalkative: .tooTalkative
            case .cancelled: .cancelled
            }
    }
}
