/// The participants of an event. Their numbers go from 0 to 65,535, and each has a unique address.
struct Participants {
    enum Kind {
        case individual, room, group
    }

    private let first: Int
    private let step: Int

    /// Selects up to 65,536 distinct numbers; the first is an individual, who can invite others.
    init(_ random: inout SplitMix64) {
        let number = random.below(65_536)
        // A room or a group cannot invite; rooms and groups span fewer than 64 numbers.
        first = Self.kind(number) == .individual ? number : number + 64
        // Odd, so that the sequence visits every number before it repeats.
        step = random.below(32_768) * 2 + 1
    }

    subscript(index: Int) -> Int { (first + index * step) & 65_535 }

    static func kind(_ number: Int) -> Kind {
        switch number & 4_095 {
        case Names.rooms: .room
        case Names.groups: .group
        default: .individual
        }
    }
}

extension LineWriter {
    /// Writes this many ATTENDEE lines; the first attendee is the organizer.
    mutating func writeParticipants(_ count: Int, _ random: inout SplitMix64) throws(Failure) {
        guard count > 0 else { return }
        let participants = Participants(&random)
        let isQuoted = random.percent(12)
        append("ORGANIZER")
        appendName(participants[0], isQuoted: isQuoted)
        try endAddress(participants[0])
        append("ATTENDEE")
        appendName(participants[0], isQuoted: isQuoted)
        append(";ROLE=CHAIR;PARTSTAT=ACCEPTED")
        try endAddress(participants[0])
        for index in 1..<count { try writeParticipant(participants[index], &random) }
    }

    private mutating func writeParticipant(
        _ number: Int, _ random: inout SplitMix64
    ) throws(Failure) {
        append("ATTENDEE")
        appendName(number, isQuoted: random.percent(12))
        switch Participants.kind(number) {
        case .individual:
            if random.percent(15) { append(";CUTYPE=INDIVIDUAL") }
            append(random.percent(85) ? ";ROLE=REQ-PARTICIPANT" : ";ROLE=OPT-PARTICIPANT")
        case .room: append(";CUTYPE=ROOM;ROLE=NON-PARTICIPANT")
        case .group: append(";CUTYPE=GROUP;ROLE=REQ-PARTICIPANT")
        }
        append(random.pick(Self.answers))
        try endAddress(number)
    }

    /// `CN=Anna Berg`, or `CN="Berg, Anna"`: a comma requires quotes (RFC 5545 3.2).
    private mutating func appendName(_ number: Int, isQuoted: Bool) {
        let name = Names[number]
        append(";CN=")
        if isQuoted, let family = name.family {
            append(UInt8(ascii: "\""))
            append(family)
            append(", ")
            append(name.given)
            append(UInt8(ascii: "\""))
        } else {
            append(name.given)
            guard let family = name.family else { return }
            append(UInt8(ascii: " "))
            append(family)
        }
    }

    private mutating func endAddress(_ number: Int) throws(Failure) {
        let name = Names[number]
        append(":mailto:")
        if let address = name.address {
            append(address)
        } else {
            append(lowercase: name.given)
            append(UInt8(ascii: "."))
            append(lowercase: name.family ?? "")
        }
        append(UInt8(ascii: "@"))
        append(Names.domain(of: number))
        try endLine()
    }

    private static let answers: [StaticString] = [
        ";PARTSTAT=ACCEPTED", ";PARTSTAT=ACCEPTED", ";PARTSTAT=ACCEPTED", ";PARTSTAT=ACCEPTED",
        ";PARTSTAT=ACCEPTED;RSVP=TRUE", ";PARTSTAT=ACCEPTED;RSVP=TRUE",
        ";PARTSTAT=TENTATIVE;RSVP=TRUE", ";PARTSTAT=DECLINED",
        ";PARTSTAT=NEEDS-ACTION;RSVP=TRUE", ";PARTSTAT=NEEDS-ACTION;RSVP=TRUE",
    ]
}
