import AgendaActions
import CSystemd
import Glibc

/// The connection of a ``DesktopServer``; only its thread uses it, and keeps it.
final class DesktopLink {
    private let hasActions: Bool
    private let report: (DesktopServer.Event) -> Void
    private let listener = UnsafeMutablePointer<csystemd_listener>.allocate(capacity: 1)
    private var bus: OpaquePointer?
    /// What the server can; nil before it was asked.
    private var capabilities: Set<String>?

    private static let program: StaticString = "agenda"
    private static let icon: StaticString = "x-office-calendar"

    init(hasActions: Bool, report: @escaping (DesktopServer.Event) -> Void) {
        (self.hasActions, self.report) = (hasActions, report)
        listener.initialize(
            to: csystemd_listener(
                target: Unmanaged.passUnretained(self).toOpaque(),
                on_action: { target, number, name in
                    guard let name, let action = NoticeAction(name: String(cString: name)) else {
                        return
                    }
                    DesktopLink.at(target)?.report(.chosen(action, number: number))
                },
                on_closed: { DesktopLink.at($0)?.report(.closed(number: $1)) },
                on_replaced: { DesktopLink.at($0)?.forget() }))
    }

    deinit {
        if let bus { csystemd_close(bus) }
        listener.deallocate()
    }

    /// What poll(2) waits for.
    var polled: [pollfd] {
        guard let bus else { return [] }
        let events = Int16(truncatingIfNeeded: csystemd_events(bus))
        return [pollfd(fd: csystemd_descriptor(bus), events: events, revents: 0)]
    }

    /// Reads what the server says.
    func process() {
        while let bus {
            let result = csystemd_process(bus)
            if result < 0 { drop() }
            if result == 0 { return }
        }
    }

    /// Takes a notice away.
    func withdraw(_ number: UInt32) {
        process()
        if let bus { _ = csystemd_withdraw(bus, number) }
    }

    /// Shows a notice.
    func show(_ notice: ReminderNotice, replaced: UInt32) -> DesktopServer.Outcome {
        process()
        // A connection that has ended meanwhile has shown nothing: it is made again, once.
        for isAgain in [false, true] {
            if bus == nil, csystemd_open(&bus, listener) < 0 { return .refused }
            guard let bus else { return .refused }
            var number: UInt32 = 0
            var result = askAbilities(bus)
            if result >= 0 { result = notify(bus, notice, isAgain ? 0 : replaced, &number) }
            switch -result {
            case ...0:
                report(.shown(notice, number: number))
                return .shown
            case ECONNRESET, ENOTCONN, EPIPE: drop()
            case ETIMEDOUT: return .unknown
            default: return .refused
            }
        }
        return .refused
    }

    private func drop() {
        if let bus { csystemd_close(bus) }
        bus = nil
        forget()
    }

    /// The server has ended, and what it showed with it.
    private func forget() {
        capabilities = nil
        report(.lost)
    }

    private func notify(
        _ bus: OpaquePointer, _ notice: ReminderNotice, _ replaced: UInt32, _ number: inout UInt32
    ) -> Int32 {
        let abilities = capabilities ?? []
        let body = abilities.contains("body-markup") ? notice.markup : notice.body
        let offered = hasActions && abilities.contains("actions") ? notice.actions : []
        let words = offered.flatMap { [$0.name, $0.label.text] }
        let pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return notice.title.withCString { title in
            body.withCString { body in
                pointers.withUnsafeBufferPointer { actions in
                    var request = csystemd_notice(
                        program: Self.characters(Self.program), icon: Self.characters(Self.icon),
                        title: title, body: body, actions: actions.baseAddress,
                        replaced: replaced, duration: 0)
                    return csystemd_notify(bus, &request, &number)
                }
            }
        }
    }

    /// Asks the server what it can, unless it is known.
    private func askAbilities(_ bus: OpaquePointer) -> Int32 {
        guard capabilities == nil else { return 0 }
        capabilities = []
        let target = Unmanaged.passUnretained(self).toOpaque()
        let result = csystemd_capabilities(bus, target) { target, name in
            if let name { DesktopLink.at(target)?.capabilities?.insert(String(cString: name)) }
        }
        if result < 0 { capabilities = nil }
        return result
    }

    private static func characters(_ text: StaticString) -> UnsafePointer<CChar> {
        UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }

    private static func at(_ target: UnsafeMutableRawPointer?) -> DesktopLink? {
        target.map { Unmanaged<DesktopLink>.fromOpaque($0).takeUnretainedValue() }
    }
}
