package import ICalendar

/// A participant's answer to an invitation: a component in a calendar with the method `REPLY` (RFC 5546
/// 3.2.3). It is not a version of the event: it changes one participant's status.
package struct InvitationReply: Sendable {
    /// The event's `UID`.
    package let uid: String
    /// The answered instance; nil for the whole event.
    package let recurrenceID: OccurrencePoint?
    private let address: String
    private let status: String
    private let sequence: Int
    private let stamp: Instant?

    /// Reads a component; nil if it does not say who answers what.
    package init?(_ text: some Collection<UInt8>, in scope: TimeZoneScope) {
        guard let lines = ComponentDocument(text),
            let uid = lines.properties("UID").first?.fields.joined(separator: ";"),
            let sender = ICalendarParser.participants(in: text).first
        else { return nil }
        self.uid = uid
        recurrenceID = lines.time("RECURRENCE-ID").map { scope.point(of: $0) }
        (address, status) = (sender.bareAddress, sender.status)
        sequence = lines.sequence
        stamp = lines.time("DTSTAMP").map { Instant(utc: $0.wallTime) }
    }

    /// Whether it answers this version of the event or a later one (RFC 5546 2.1.4).
    private func concerns(_ revision: ComponentRevision) -> Bool {
        if sequence != revision.sequence { return sequence > revision.sequence }
        guard let stamp, let other = revision.stamp else { return true }
        return stamp >= other
    }

    /// The statuses that hold after the answers to an event or to one of its instances, by address: each
    /// participant's newest answer counts.
    ///
    /// - Parameters:
    ///   - recurrenceID: the instance; nil for the whole event.
    ///   - revision: how new the component with the participants is.
    package static func statuses(
        _ replies: [InvitationReply], for recurrenceID: OccurrencePoint?,
        of revision: ComponentRevision
    ) -> [String: String] {
        var newest: [String: InvitationReply] = [:]
        for reply in replies
        where reply.recurrenceID == recurrenceID && reply.concerns(revision) {
            if let known = newest[reply.address], known.isNewer(than: reply) { continue }
            newest[reply.address] = reply
        }
        return newest.mapValues(\.status)
    }

    private func isNewer(than other: InvitationReply) -> Bool {
        (sequence, stamp?.secondsSinceEpoch ?? Int.min)
            > (other.sequence, other.stamp?.secondsSinceEpoch ?? Int.min)
    }
}

extension [Participant] {
    /// The participants with other statuses, by `Participant.bareAddress`.
    package func with(statuses: [String: String]) -> [Participant] {
        statuses.isEmpty
            ? self
            : map { participant in
                var participant = participant
                participant.status =
                    statuses[participant.bareAddress] ?? participant.status
                return participant
            }
    }
}

extension SchedulingMethod {
    /// The warning about a message that is not an event; nil for a message that is one.
    package func diagnostic(line: Int, uid: String?) -> Diagnostic? {
        let fault: Diagnostic.Fault? =
            switch self {
            case .request, .cancel: nil
            case .reply: .reply
            case .refresh: .refresh
            case .counter: .counter
            case .declineCounter: .declineCounter
            }
        return fault.map {
            Diagnostic(.warning, line: line, uid: uid, property: "METHOD", .fault($0))
        }
    }
}
