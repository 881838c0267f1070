import ICalendar
import Testing

@testable import AgendaKit

@Suite("The address to join by")
struct JoinLinkTests {
    private func link(
        url: String? = nil, location: String? = nil, details: String? = nil, _ lines: String...
    ) -> String? {
        var event = Plan.event(
            "a", Instant(secondsSinceEpoch: 0)..<Instant(secondsSinceEpoch: 60))
        (event.content.url, event.content.location) = (url, location)
        event.content.details = details
        let text = (["BEGIN:VEVENT"] + lines + ["END:VEVENT", ""]).joined(separator: "\r\n")
        return JoinLink(of: event, component: Array(text.utf8))?.address
    }

    @Test(
        "known services",
        arguments: [
            "https://zoom.us/j/95512345678?pwd=QmFzZTY0.1", "https://us02web.zoom.us/j/123",
            "https://example.zoom.us/my/kim.room", "https://example.zoomgov.com/j/160",
            "https://meet.google.com/abc-defg-hij", "https://meet.google.com/lookup/abc",
            "https://teams.microsoft.com/l/meetup-join/19%3ameeting_N2%40thread.v2/0?context=%7b%22Tid%22%3a%221%22%7d",
            "https://teams.live.com/meet/9312345678", "https://teams.microsoft.com/meet/23?p=x",
            "https://example.webex.com/meet/kim", "https://example.webex.com/example/j.php?MTID=m1",
            "https://meet.jit.si/StandUp", "https://jitsi.example.org/StandUp",
            "https://meet.example.org/elbe", "https://8x8.vc/example/room",
            "https://bbb.example.org/b/kim-abc-def", "https://example.org/bigbluebutton/api/join?x",
            "https://learn.example.org/rooms/kim-abc-def/join", "https://whereby.com/kim",
            "https://global.gotomeeting.com/join/123456789", "https://meet.goto.com/123456789",
            "https://join.skype.com/AbCdEf", "https://facetime.apple.com/join#v=1&p=x&k=y",
            "https://meeting.tencent.com/dm/AbCdEfGh", "https://voovmeeting.com/dm/AbC",
            "https://vc.feishu.cn/j/123456789", "https://vc.larksuite.com/j/123456789",
            "https://meeting.dingtalk.com/j/AbC", "https://cloud.example.org/call/a2bcd3ef",
            "https://cloud.example.org/index.php/call/a2bcd3ef",
            "https://cloud.example.org/nextcloud/index.php/call/a2bcd3ef",
            "https://app.slack.com/huddle/T1/C1", "HTTPS://ZOOM.US/j/1",
        ])
    func services(_ address: String) {
        #expect(link(url: address) == address)
        #expect(link(location: "Room 4, \(address)") == address)
        #expect(link(details: "Join here: <\(address)>.") == address)
    }

    @Test(
        "other addresses are not",
        arguments: [
            "https://example.org/", "https://example.org/events/1", "https://zoom.us/u/abc",
            "https://zoom.us/", "https://support.google.com/a/users/answer/9282720",
            "https://tel.meet/abc-defg-hij?pin=1", "https://zoom.us@example.org/j/1",
            "https://notzoom.us/j/1", "https://zoom.us.example.org/j/1",
            "https://teams.microsoft.com/meetingOptions/?organizerId=1",
            "https://aka.ms/JoinTeamsMeeting", "https://meet.google.com/",
            "https://example.webex.com/example/globalcallin.php", "https://example.org/call/us",
            "https://www.google.com/url?sa=D", "ftp://zoom.us/j/1", "mailto:kim@zoom.us",
        ])
    func others(_ address: String) {
        #expect(link(url: address) == nil)
        #expect(link(details: "See \(address)") == nil)
    }

    @Test(
        "out of text: sentences, HTML, wrappings, other scripts",
        arguments: [
            ("Join (https://zoom.us/j/1).", "https://zoom.us/j/1"),
            ("[Join](https://zoom.us/j/1), please", "https://zoom.us/j/1"),
            ("<a href=\"https://zoom.us/j/1?a=1&amp;b=2\">Join</a>", "https://zoom.us/j/1?a=1&b=2"),
            ("&lt;https://zoom.us/j/1&gt;", "https://zoom.us/j/1"),
            ("https://zoom.us/j/1&nbsp;now", "https://zoom.us/j/1"),
            ("https://zoom.us/j/1?pwd=a(b)", "https://zoom.us/j/1?pwd=a(b)"),
            ("点击https://meeting.tencent.com/dm/Ab1。谢谢", "https://meeting.tencent.com/dm/Ab1"),
            ("Dial https://zoom.us/u/x or https://zoom.us/j/2!", "https://zoom.us/j/2"),
            ("zoom.us/j/3 at nine", "https://zoom.us/j/3"),
            ("(meet.google.com/abc-defg-hij)", "https://meet.google.com/abc-defg-hij"),
            (
                "https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fzoom.us%2Fj%2F4%3Fpwd%3Da&data=05%7C01&reserved=0",
                "https://zoom.us/j/4?pwd=a"
            ),
            (
                "https://www.google.com/url?q=https://zoom.us/j/5&sa=D&source=calendar",
                "https://zoom.us/j/5"
            ),
            (
                "Microsoft Teams meeting\nJoin: https://teams.live.com/meet/93?p=a\n____",
                "https://teams.live.com/meet/93?p=a"
            ),
        ])
    func texts(_ text: String, _ address: String) {
        #expect(link(details: text) == address)
    }

    @Test("CONFERENCE comes first, then Google's and Microsoft's, URL, location, description")
    func order() {
        let (url, location, details) = (
            "https://zoom.us/j/url", "https://zoom.us/j/location", "https://zoom.us/j/details"
        )
        #expect(
            link(
                url: url, location: location, details: details,
                "X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij",
                "CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+49-30-5550100",
                "CONFERENCE;VALUE=URI;FEATURE=VIDEO,MODERATOR:https://video.example.org/host",
                "CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=\"Join: here\":https://video.exa\r\n mple.org/room"
            ) == "https://video.example.org/room")
        #expect(
            link(
                url: url, "X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij",
                "CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+49-30-5550100")
                == "https://meet.google.com/abc-defg-hij")
        #expect(
            link(
                location: location,
                "X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.microsoft.com/l/meetup-join/1")
                == "https://teams.microsoft.com/l/meetup-join/1")
        #expect(link(url: url, location: location, details: details) == url)
        #expect(
            link(url: "https://example.org/", location: location, details: details) == location)
        #expect(link(location: "Room 4", details: details) == details)
    }

    @Test("a telephone or a chat room is better than none")
    func otherSchemes() {
        #expect(link("CONFERENCE;VALUE=URI:tel:+49-30-5550100") == "tel:+49-30-5550100")
        #expect(
            link("CONFERENCE;VALUE=URI;FEATURE=CHAT:xmpp:room@chat.example.org")
                == "xmpp:room@chat.example.org")
    }

    @Test(
        "nothing that a program could be made to run",
        arguments: [
            "file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "-rf", "https:",
        ])
    func unsafe(_ value: String) {
        #expect(link("CONFERENCE;VALUE=URI:\(value)") == nil)
    }

    @Test("a location that is an address is one, unless it is a map or there is more")
    func locations() {
        #expect(link(location: "https://video.example.org/7") == "https://video.example.org/7")
        #expect(
            link(location: " <https://video.example.org/7> ") == "https://video.example.org/7")
        #expect(link(location: "https://maps.google.com/?q=Berlin") == nil)
        #expect(link(location: "https://www.google.com/maps/place/Berlin") == nil)
        #expect(link(location: "https://maps.app.goo.gl/abc") == nil)
        #expect(link(location: "Cafe Nord https://cafe.example.org/") == nil)
    }

    @Test(
        "endless texts end, and links within links", .timeLimit(.minutes(30)),
        arguments: [
            "https://zoom.us/j/1" + String(repeating: ")", count: 300_000),
            String(repeating: "https://www.google.com/url?q=", count: 10_000),
            String(repeating: "(zoom.us/", count: 50_000),
            String(repeating: "&amp;", count: 100_000), String(repeating: "http://", count: 50_000),
        ])
    func hostile(_ text: String) {
        let found = link(details: text)
        #expect(found == (text.hasPrefix("https://zoom") ? "https://zoom.us/j/1" : nil))
    }

    @Test("what Outlook has wrapped around what Google has wrapped is found")
    func wrappedTwice() {
        #expect(
            link(
                details: "https://eur01.safelinks.protection.outlook.com/?url="
                    + "https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%3A%2F%2Fzoom.us%2Fj%2F6%26sa%3DD"
                    + "&data=1") == "https://zoom.us/j/6")
    }

    @Test("an alarm's properties are not the event's")
    func alarms() {
        #expect(
            link("BEGIN:VALARM", "X-GOOGLE-CONFERENCE:https://meet.google.com/a-b", "END:VALARM")
                == nil)
    }
}
