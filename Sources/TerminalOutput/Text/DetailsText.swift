package import AgendaActions
package import AgendaJSON
package import AgendaKit
package import ICalendar

/// `agenda show` for people: a title and a line for each detail.
package struct DetailsText {
    package var style: TextStyle
    package var zone: TimeZoneRules

    package init(style: TextStyle, zone: TimeZoneRules) {
        (self.style, self.zone) = (style, zone)
    }

    package func text(_ details: EventDetails) -> OutputBuffer {
        let event = details.occurrence
        let links = EventLinks(of: event, component: details.rawText)
        var output = head(event)
        style.append(rows(details, links) + sourceRows(details), to: &output)
        append(
            Message("participants"), details.participants.map { style.safe(line($0)) }, to: &output)
        append(
            Message("alarms"), details.event.alarms.map { line($0, of: event.span) }, to: &output)
        append(
            Message("copies"),
            details.copies.map { copy in
                let place = copy.href.isEmpty ? copy.calendar : "\(copy.calendar) \(copy.href)"
                return style.safe(
                    style.text("\(place): not shown, \(Message(copy.wording))"))
            }, to: &output)
        append(
            Message("rules"),
            details.rules.map { rule in
                let effects = rule.effects.map { "\($0.key) = \($0.value)" }.joined(separator: ", ")
                return style.safe("\(rule.number): \(effects)")
            }, to: &output)
        append(
            Message("comments"), EventRemarks.comments(in: details.rawText).map(style.safe),
            to: &output)
        let description = EventDescription(of: event, component: details.rawText)
        let text = description.text { address in
            links.number(of: address).map { "[\($0)]" } ?? ""
        }
        append(Message("description"), lines(text), to: &output)
        let others = links.all.enumerated().filter { $0.element.kind == .text }
        append(
            Message("links"), others.map { style.safe("[\($0.offset + 1)] \($0.element.address)") },
            to: &output)
        return output
    }

    private func rows(_ details: EventDetails, _ links: EventLinks) -> [(Message, String)] {
        let event = details.occurrence
        func numbered(_ address: String) -> String {
            links.number(of: address).map { "\(address) [\($0)]" } ?? address
        }
        let join = links.all.first { $0.kind == .join }.map { numbered($0.address) }
        let zoneNote =
            event.isAllDay
            ? "" : event.isFloating ? " " + style.text("(local time everywhere)") : " \(zone.name)"
        let written = twoZones(details) ?? event.timeZone.flatMap { $0 == zone.name ? nil : $0 }
        var rows: [(Message, String)] = [
            (Message("when"), times.when(event.span) + zoneNote),
            (Message("written in"), written ?? ""),
            (
                Message("repeats"),
                event.isRecurring
                    ? event.isOverridden
                        ? style.text("\(repetition(details.event)), this one was changed")
                        : repetition(details.event) : ""
            ),
            row(.location, of: event),
            (Message("map"), details.event.geo.map(Self.coordinates) ?? ""),
            (Message("join"), join ?? ""),
            row(.status, of: event), row(.transparent, of: event), row(.categories, of: event),
            (Message("class"), Self.classification(details.event).map(style.text) ?? ""),
            (Message("priority"), Self.priority(details.event.priority).map(style.text) ?? ""),
            (Message("url"), event.url.map(numbered) ?? ""),
        ]
        rows += attachments(details, links).map { (Message("attachment"), $0) }
        rows.append((Message("organizer"), organizer(details)))
        return rows
    }

    /// `10:20 Europe/Berlin - 13:05 America/New_York` of an event that ends in another zone than it begins in.
    private func twoZones(_ details: EventDetails) -> String? {
        guard case .zoned(let start, let from) = details.event.start,
            case .time(.zoned(let end, let to)) = details.event.end, from != to
        else { return nil }
        let clock = style.words.clock
        return "\(clock.text(start)) \(from) - \(clock.text(end)) \(to)"
    }

    private func sourceRows(_ details: EventDetails) -> [(Message, String)] {
        let event = details.occurrence
        var path = details.source.location ?? style.text("the local calendar")
        if details.source.location != nil, !details.href.isEmpty { path += "/" + details.href }
        return [
            row(.calendar, of: event), (Message("source"), path), row(.uid, of: event),
            row(.id, of: event),
        ]
    }

    private func append(_ name: Message, _ values: [String], to output: inout OutputBuffer) {
        style.append(name, values, to: &output)
    }

    private func line(_ participant: Participant) -> String {
        var text = participant.shownAddress
        if let name = participant.name { text = "\(name) <\(text)>" }
        return "\(text), \(participant.status.lowercased())"
            + (participant.role == "REQ-PARTICIPANT" ? "" : ", \(participant.role.lowercased())")
    }

    private func line(_ alarm: Alarm, of span: Span) -> String {
        let wall = zone.wallTime(at: alarm.instant(of: span, zone: zone))
        return style.safe("\(times.text(wall)) (\(alarm.triggerText))")
    }
}

// Details that few events have.
extension DetailsText {
    /// `Kim Öztürk <kim@example.org>`.
    private func organizer(_ details: EventDetails) -> String {
        guard let address = details.occurrence.organizer else { return "" }
        let own = details.event.organizer
        let bare = Participant(address: address).shownAddress
        guard let name = own?.name, !name.isEmpty, own?.address == address else { return bare }
        return "\(name) <\(bare)>"
    }

    /// `Plan.pdf https://example.org/plan.pdf [2]`.
    private func attachments(_ details: EventDetails, _ links: EventLinks) -> [String] {
        Attachment.all(in: details.rawText).map { attachment in
            var words = [attachment.name, attachment.type].compactMap { $0 }.prefix(1)
            if let address = attachment.address {
                words.append(address)
                if let number = links.number(of: address) { words.append("[\(number)]") }
            } else if let size = attachment.size {
                words.append(style.text("(\(size) bytes, within the event)"))
            }
            return words.joined(separator: " ")
        }
    }

    /// `52.5200, 13.4050`: degrees north and east, the form that maps accept.
    private static func coordinates(_ position: GeoPosition) -> String {
        "\(position.latitude), \(position.longitude)"
    }

    /// The classification, unless it is public (RFC 5545 3.8.1.3).
    private static func classification(_ event: Event) -> Message? {
        switch event.classification?.uppercased() {
        case nil, "PUBLIC"?: nil
        case "PRIVATE"?: "private"
        case "CONFIDENTIAL"?: "confidential"
        case let other?: "\(other)"
        }
    }
}

extension TextStyle {
    /// Writes names with one value each, and leaves out those without.
    package func append(_ rows: [(name: Message, value: String)], to output: inout OutputBuffer) {
        for (name, value) in rows where !value.isEmpty { append(name, [safe(value)], to: &output) }
    }

    /// Writes a name in the first column and its values below each other in the second.
    package func append(_ name: Message, _ values: [String], to output: inout OutputBuffer) {
        // 13 columns: the longest name, `participants`, and a space.
        for (index, value) in values.enumerated() {
            let label = index == 0 ? text(name) : ""
            let padding = DisplayWidth.padding(label, to: 13)
            output.append("  " + dimmed(label) + padding + value + "\n")
        }
    }
}
