internal import AgendaActions
internal import AgendaJSON
internal import AgendaKit
internal import AgendaSync
internal import ICalendar

/// A calendar as its owner sets it up: what can be set, and how it is. It says nothing of where its files are.
struct CalendarState: JSONObject, Sendable {
    /// What it is called in addresses.
    let number: Int
    let source: CalendarSource
    /// Nil if it is no feed.
    let feed: Feed?
    /// The name of its account; nil without one.
    let account: String?
    /// The name of the user who shares it; nil for one's own.
    var owner: String?

    /// Names what can be set: it changes with nothing else, nor with the view of the store.
    var tag: String {
        var json = JSONWriter()
        json.object { writeSettings(order: source.order, to: &$0) }
        return Call.tag(json.output.bytes)
    }

    func writeMembers(to json: inout JSONWriter) {
        writeSettings(order: source.place, to: &json)
        json.member(
            "kind",
            feed != nil
                ? "feed"
                : account != nil ? "account" : owner != nil ? "shared" : source.kind.rawValue)
        json.member("account", account)
        json.member("owner", owner)
        json.member("writable", source.isWritable)
        json.member("events", source.eventCount)
        json.member("status", source.status.rawValue)
        json.member("problems", source.diagnosticCount)
        if let feed {
            json.object("feed") { json in
                json.member("host", feed.host)
                json.member("fetched", feed.confirmed)
                json.member("due", feed.due)
                json.member("error", feed.problem?.publicDescription)
            }
        }
        json.member("tag", tag)
    }

    private func writeSettings(order: Int?, to json: inout JSONWriter) {
        json.member("id", number)
        json.member("name", source.name)
        json.member("color", source.color)
        json.member("busy", source.makesBusy)
        json.member("order", order)
        json.member("group", source.group)
        json.member("interval", feed?.settings.every)
    }
}

/// The content of a request to set up a calendar: what is not there stays, and null removes.
struct CalendarChanges: Decodable {
    var name: String?
    var color: String??
    var busy: Bool?
    var order: Int??
    var group: String??
    var interval: Int??

    private enum Key: String, CodingKey { case name, color, busy, order, group, interval }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        name = try members.decodeIfPresent(String.self, forKey: .name)
        busy = try members.decodeIfPresent(Bool.self, forKey: .busy)
        if members.contains(.color) {
            color = .some(try members.decodeIfPresent(String.self, forKey: .color))
        }
        if members.contains(.order) {
            order = .some(try members.decodeIfPresent(Int.self, forKey: .order))
        }
        if members.contains(.group) {
            group = .some(try members.decodeIfPresent(String.self, forKey: .group))
        }
        if members.contains(.interval) {
            interval = .some(try members.decodeIfPresent(Int.self, forKey: .interval))
        }
    }

    /// What is to change of the source.
    func settings() throws(Problem) -> SourceSettings {
        var settings = SourceSettings()
        settings.name = try name.map(Self.checked(name:))
        settings.color = try color.map { color throws(Problem) in
            try color.map(Self.checked(color:))
        }
        settings.makesBusy = busy
        settings.order = try order.map { order throws(Problem) in
            try order.map(Self.checked(order:))
        }
        settings.group = try group.map { group throws(Problem) in
            try group.map(Self.checked(group:))
        }
        return settings
    }

    /// A name that fits on a line.
    static func checked(name: String) throws(Problem) -> String {
        guard !name.isEmpty, name.utf8.count <= 1_000, !name.contains(where: \.isNewline) else {
            throw .badContent("name: it is not one line of text", remedy: "give such a name")
        }
        return name
    }

    /// A place among the calendars.
    private static func checked(order: Int) throws(Problem) -> Int {
        guard CalendarSource.places.contains(order) else {
            throw .badContent(
                "order: expected a number from 0 to \(CalendarSource.places.upperBound)",
                remedy: "give such a number")
        }
        return order
    }

    /// The name of a group that fits on a line.
    private static func checked(group: String) throws(Problem) -> String {
        guard let name = CalendarSource.groupName(group) else {
            throw .unfitContent(
                "group: it is not one line of text", remedy: "give such a name, or null for none")
        }
        return name
    }

    /// A colour that every list can show.
    static func checked(color: String) throws(Problem) -> String {
        guard TextColor(css: color) != nil else {
            throw Problem(
                422, "bad-content",
                "color: expected a colour such as royalblue or #4169e1, got '\(color)'",
                remedy: "give such a colour")
        }
        return color
    }
}

extension SyncError {
    /// The description, unless it may name what lies on this machine's disk.
    var publicDescription: String {
        code == .storage ? "the state of feeds and accounts cannot be read or written" : description
    }
}
