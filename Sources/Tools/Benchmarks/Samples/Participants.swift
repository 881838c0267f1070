/// The participants of an event. Their numbers go from 0 to 65,535, and each has a unique address.
struct Participants {
    private let first: Int
    private let step: Int

    /// Selects up to 65,536 distinct numbers; the first is an individual, who can invite others.
    init(_ random: inout SplitMix64) {
        let number = random.below(65_536)
        // A room or a group cannot invite; rooms and groups span fewer than 64 numbers.
        let isIndividual = !Names.isRoom(number) && !Names.isGroup(number)
        first = isIndividual ? number : number + 64
        // Odd, so that the sequence visits every number before it repeats.
        step = random.below(32_768) * 2 + 1
    }

    subscript(index: Int) -> Int { (first + index * step) & 65_535 }
}

extension CalendarFile {
    /// Writes an event's ATTENDEE lines; the first attendee is the organizer.
    func writeParticipants(_ event: SampleEvent, _ random: inout SplitMix64) {
        let count = event.participantCount
        guard count > 0 else { return }
        let participants = Participants(&random)
        let first = participants[0]
        let name = Self.name(first, isQuoted: random.percent(12))
        let address = event.producer.address(first)
        line("ORGANIZER" + name + address)
        line("ATTENDEE" + name + ";ROLE=CHAIR;PARTSTAT=ACCEPTED" + address)
        for index in 1..<count { writeParticipant(participants[index], event.producer, &random) }
    }

    private func writeParticipant(
        _ number: Int, _ producer: Producer?, _ random: inout SplitMix64
    ) {
        var text = "ATTENDEE" + Self.name(number, isQuoted: random.percent(12))
        if Names.isRoom(number) {
            text += ";CUTYPE=ROOM;ROLE=NON-PARTICIPANT"
        } else if Names.isGroup(number) {
            text += ";CUTYPE=GROUP;ROLE=REQ-PARTICIPANT"
        } else {
            if random.percent(15) { text += ";CUTYPE=INDIVIDUAL" }
            text += random.percent(85) ? ";ROLE=REQ-PARTICIPANT" : ";ROLE=OPT-PARTICIPANT"
        }
        line(text + ";PARTSTAT=" + random.pick(Self.answers) + producer.address(number))
    }

    /// `CN=Anna Berg`, or `CN="Berg, Anna"`: a comma requires quotes (RFC 5545 3.2).
    private static func name(_ number: Int, isQuoted: Bool) -> String {
        let name = Names[number]
        guard let family = name.family else { return ";CN=" + name.given }
        return isQuoted ? ";CN=\"\(family), \(name.given)\"" : ";CN=\(name.given) \(family)"
    }

    private static let answers = [
        "ACCEPTED", "ACCEPTED", "ACCEPTED", "ACCEPTED", "ACCEPTED;RSVP=TRUE",
        "ACCEPTED;RSVP=TRUE", "TENTATIVE;RSVP=TRUE", "DECLINED", "NEEDS-ACTION;RSVP=TRUE",
        "NEEDS-ACTION;RSVP=TRUE",
    ]
}

extension Producer? {
    /// The end of a participant's line: parameters of the producer, and the address.
    fileprivate func address(_ number: Int) -> String {
        let name = Names[number]
        let local = name.address ?? "\(name.given).\(name.family ?? "")".lowercased()
        let address = local + "@" + Names.domain(of: number)
        return (self?.participantParameter(address) ?? "") + ":mailto:" + address
    }
}
