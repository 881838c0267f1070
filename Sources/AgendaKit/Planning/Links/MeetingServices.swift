/// Recognises the addresses that let people into video meetings.
///
/// Based on the forms in invitations, as of 2026. Other addresses on the same hosts, such as help pages or
/// lists of telephone numbers, do not count.
enum MeetingServices {
    /// Whether opening the address leads into a meeting.
    static func isMeeting(_ link: WebLink) -> Bool {
        for service in hosted where service.domains.contains(where: link.isAt) {
            return service.paths.isEmpty
                ? link.path.count > 1 : service.paths.contains { link.path.contains($0) }
        }
        return isSelfHosted(link)
    }

    /// Whether the address is a place on a map.
    static func isMap(_ link: WebLink) -> Bool {
        link.host.split(separator: ".").contains("maps") || link.path.hasPrefix("/maps")
            || ["openstreetmap.org", "osm.org", "geohack.toolforge.org"].contains(where: link.isAt)
    }

    /// Domains, and the path parts of which an address must have one; none if every path is a room.
    private static let hosted: [(domains: [String], paths: [String])] = [
        // Zoom
        (
            ["zoom.us", "zoomgov.com", "zoom.com", "zoom.com.cn"],
            ["/j/", "/my/", "/w/", "/s/", "/wc/"]
        ),
        // Google Meet
        (["meet.google.com"], ["/lookup/", "-"]),
        (["g.co"], ["/meet/"]),
        (["hangouts.google.com"], ["/hangouts/", "/call/"]),
        // Microsoft Teams, Skype
        (
            [
                "teams.microsoft.com", "teams.microsoft.us", "teams.live.com",
                "teams.cloud.microsoft",
            ],
            ["/l/meetup-join/", "/meet/", "/dl/launcher/"]
        ),
        (["join.skype.com", "meet.lync.com"], []),
        // Webex
        (["webex.com"], ["/meet/", "/join/", "/j.php", "/wbxmjs/", "/webappng/", "/m/"]),
        // Jitsi and its makers' service
        (["meet.jit.si", "8x8.vc"], []),
        (["whereby.com"], []),
        // GoTo
        (
            ["gotomeeting.com", "gotowebinar.com", "app.goto.com"],
            ["/join", "/meeting", "/attend"]
        ),
        (["meet.goto.com", "gotomeet.me"], []),
        // FaceTime
        (["facetime.apple.com"], ["/join"]),
        // Tencent Meeting, abroad VooV
        (["meeting.tencent.com", "voovmeeting.com"], ["/dm/", "/p/", "/s/"]),
        // Feishu, abroad Lark
        (["vc.feishu.cn", "vc.larksuite.com"], ["/j/"]),
        (["meeting.dingtalk.com"], ["/j/", "/join"]),
        // Others
        (["chime.aws", "bluejeans.com", "call.element.io"], []),
        (["v.ringcentral.com", "meetings.ringcentral.com"], ["/j"]),
        (["telemost.yandex.ru", "telemost.360.yandex.ru"], ["/j/"]),
        (["app.slack.com"], ["/huddle/"]),
        (["call.whatsapp.com"], ["/video/", "/voice/"]),
        (["signal.link"], ["/call"]),
    ]

    /// Recognises services that many people host themselves, by the path or the usual name of the host.
    private static func isSelfHosted(_ link: WebLink) -> Bool {
        guard link.path.count > 1, let name = link.host.split(separator: ".").first else {
            return false
        }
        // BigBlueButton: its API, and Greenlight 2 (`/b/abc-def`) and 3 (`/rooms/abc-def/join`).
        if link.path.contains("/bigbluebutton/") { return true }
        if link.path.hasPrefix("/rooms/"), link.path.hasSuffix("/join") { return true }
        if name.hasPrefix("bbb") || name.hasPrefix("bigbluebutton") { return true }
        // Jitsi: `jitsi.example.org/room`; other programs are also served as `meet.example.org/room`.
        if name == "meet" || name.hasPrefix("jitsi") { return true }
        // Nextcloud Talk: `/call/` and a random token.
        let parts = link.path.split(separator: "/")
        guard parts.count >= 2, parts[parts.count - 2] == "call", let token = parts.last else {
            return false
        }
        return (parts.count == 2 || parts[0] == "index.php" || parts.contains("nextcloud"))
            && (6...32).contains(token.utf8.count)
            && token.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }
}
