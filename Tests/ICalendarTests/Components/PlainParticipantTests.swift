import Testing

@testable import ICalendar

/// What is read of participants without libical is what libical reads.
@Suite struct PlainParticipantTests {
    private static let parameters = [
        "CN=Kim Lee", "CN=\"Lee, Kim: boss\"", "CN=", "CN=\"\"", "CN=Zoë", "CN=a^nb", "CN=\"a\\b\"",
        "ROLE=CHAIR", "ROLE=opt-participant", "ROLE=X-OTHER", "ROLE=\"CHAIR\"", "ROLE=NEW-ROLE",
        "ROLE=",
        "PARTSTAT=ACCEPTED", "PARTSTAT=declined", "PARTSTAT=DELEGATED", "PARTSTAT=X-MAYBE",
        "PARTSTAT=LATER",
        "PARTSTAT=NEEDS-ACTION", "CUTYPE=ROOM", "CUTYPE=resource", "CUTYPE=INDIVIDUAL",
        "CUTYPE=ROBOT",
        "RSVP=TRUE", "RSVP=FALSE", "RSVP=true", "RSVP=YES", "RSVP=\"TRUE\"", "X-NUM-GUESTS=0",
        "X-A=\"b;c\"", "EMAIL=kim@example.org", "LANGUAGE=de", "DIR=\"ldap://example.org\"",
        "SENT-BY=\"mailto:b@example.org\"", "SCHEDULE-STATUS=\"2.0;Success\"",
        "SCHEDULE-AGENT=CLIENT",
        "MEMBER=\"mailto:a@example.org\",\"mailto:b@example.org\"",
        "MEMBER=\"mailto:a@example.org\"",
        "DELEGATED-TO=\"mailto:c@example.org\"", "FOO=bar", "cn=Kim", "Role=CHAIR",
    ]

    private static let addresses = [
        "mailto:kim@example.org", "MAILTO:Kim@example.org", "kim@example.org", "urn:uuid:1", "",
        " mailto:a@b",
        "mailto:a\\,b@example.org", "mailto:zoë@example.org", "invalid:nomail",
    ]

    private static func compare(_ attendees: [String]) {
        let text = (["BEGIN:VEVENT", "UID:a"] + attendees + ["END:VEVENT"]).map { $0 + "\r\n" }
            .joined()
        let bytes = Array(text.utf8)
        let (ours, reference) = (
            ICalendarParser.participants(in: bytes), ICalendarParser.libicalParticipants(in: bytes)
        )
        #expect(ours == reference, "\(text)")
    }

    @Test("each parameter and each address, alone")
    func alone() {
        for parameter in Self.parameters {
            Self.compare(["ATTENDEE;\(parameter):mailto:kim@example.org"])
        }
        for address in Self.addresses { Self.compare(["ATTENDEE:\(address)"]) }
    }

    @Test("any four parameters on each of three lines")
    func mixtures() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<4_000 {
            Self.compare(
                (0..<3).map { _ in
                    let parameters = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                        ";" + Self.parameters.randomElement(using: &random)!
                    }.joined()
                    return "ATTENDEE\(parameters):\(Self.addresses.randomElement(using: &random)!)"
                })
        }
    }

    @Test("participants as calendars write them need no libical")
    func isPlain() {
        let line =
            "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Kim;X-NUM-GUESTS=0"
        let rest = Array(line.utf8.dropFirst(8)) + Array(":mailto:kim@example.org".utf8)
        let read = rest.withUnsafeBytes { PlainContent($0)?.participant }
        #expect(read?.name == "Kim")
        #expect(read?.status == "ACCEPTED")
        #expect(read?.role == "REQ-PARTICIPANT")
        #expect(read?.address == "mailto:kim@example.org")
        #expect(read?.expectsReply == false)
    }
}
