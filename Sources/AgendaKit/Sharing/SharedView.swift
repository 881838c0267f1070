package import ICalendar

/// What a user may do with a calendar of another one.
package enum SharedAccess: String, Hashable, Sendable, CaseIterable {
    /// See when its owner is busy, and nothing of what for.
    case busy
    /// Read what is not private.
    case read
    /// Change that as well.
    case write
}

/// A calendar as somebody has it with whom its owner shares it: a function of its resources, one by one.
///
/// Of events of which not more may be seen, ``MirrorBlocks`` writes when they keep the owner busy, from a fixed list of properties.
/// What cannot be understood is not shown.
package struct SharedView: Sendable {
    /// What may be done with it.
    package let access: SharedAccess
    let names: MirrorNames
    package let me: [String]
    package let zone: TimeZoneRules
    let zones: TimeZoneDatabase

    /// A resource as it is shown.
    package struct Resource: Hashable, Sendable {
        /// What it is called: as by its owner where something of it may be read.
        package var name: String
        /// Its text.
        package var bytes: [UInt8]
        /// Whether nothing but alarms is missing in its text; else nobody but the owner changes it.
        package var isWhole: Bool
    }

    /// - Parameters:
    ///   - access: what may be done with it.
    ///   - secret: with which names are made that do not give away the owner's.
    ///   - me: the owner's addresses: what they have declined leaves them free.
    ///   - zone: the owner's.
    ///   - zones: the IANA zones.
    package init(
        _ access: SharedAccess, secret: String, me: [String], zone: TimeZoneRules,
        zones: TimeZoneDatabase = SystemZones.database
    ) {
        (self.access, self.zone, self.zones) = (access, zone, zones)
        self.me = me.map(Participant.bareAddress)
        names = MirrorNames(secret: secret, beginning: Self.beginning)
    }

    /// Whether a resource has such a name because the owner's is not to be known.
    package func isMadeUp(_ name: String) -> Bool { name.hasPrefix(Self.beginning) }

    private static let beginning = "busy-"

    /// What is shown of a resource; nil if nothing is. A name of the owner's that looks like one that was made up is not shown.
    package func resource(_ name: String, _ body: [UInt8]) -> Resource? {
        let scan = ComponentScanner.scan(body)
        var isWhole = scan.isComplete && scan.diagnostics.isEmpty && scan.mends.isEmpty
        var series: [SeriesName: [SharedComponent]] = [:]
        var order: [SeriesName] = []
        var alarms: [(range: Range<Int>, rest: [UInt8])] = []
        for component in scan.components where component.kind != .timeZone {
            let text = Array(body[component.range])
            guard let part = SharedComponent(text, component.kind),
                let own = SeriesName(part.kind, uid: part.uid)
            else {
                isWhole = false
                continue
            }
            if series[own] == nil { order.append(own) }
            series[own, default: []].append(part)
            if part.text != text { alarms.append((component.range, part.text)) }
        }
        var (open, blocks): ([[UInt8]], [MirrorBlock]) = ([], [])
        let scope = OwnZones(in: body).scope(zones)
        let busy = MirrorBlocks(lastingBy: names, scope, me: me, zone: zone, zones: zones)
        for own in order {
            let shown = SharedSeriesParts(series[own] ?? [], for: access)
            isWhole = isWhole && shown.isWhole
            open += shown.open
            if let reduced = shown.reduced { blocks += busy.lastingBlocks(of: reduced) }
        }
        guard !open.isEmpty || !blocks.isEmpty else { return nil }
        if isWhole, !isMadeUp(name) {
            var bytes = body
            for (range, rest) in alarms.reversed() { bytes.replaceSubrange(range, with: rest) }
            return Resource(name: name, bytes: bytes, isWhole: true)
        }
        let texts = open + blocks.flatMap(Self.texts)
        return Resource(
            name: open.isEmpty || isMadeUp(name) ? names.uid(of: "name " + name) + ".ics" : name,
            bytes: ServedSeries.text(of: texts, scope), isWhole: false)
    }

    /// A block's components, the same whenever they are written.
    private static func texts(of block: MirrorBlock) -> [[UInt8]] {
        block.events.map { event in
            var event = event
            (event.uid, event.stamp) = (block.uid, Instant(secondsSinceEpoch: 0))
            return Array(CalendarWriter.component(event).utf8)
        }
    }

    /// A text with the alarms of another one in place of its own: what is to be stored of what somebody sends with whom the calendar is
    /// shared has the owner's, and what they are shown has theirs. An instance of its own that is new gets those of its series.
    ///
    /// - Parameters:
    ///   - text: as it was sent, or as it is shown.
    ///   - old: what has the alarms, such as what the owner has under the name; nil for none.
    package static func stored(_ text: [UInt8], over old: [UInt8]?) -> [UInt8] {
        var known: [String: [ComponentDocument.Part]] = [:]
        for component in ComponentScanner.scan(old ?? []).components {
            guard let lines = ComponentDocument(old?[component.range] ?? []) else { continue }
            known[key(lines)] = lines.parts.filter(SharedComponent.isAlarm)
        }
        var stored = text
        for component in ComponentScanner.scan(text).components.reversed() {
            guard var lines = ComponentDocument(text[component.range]) else { continue }
            let had = lines.parts.filter(SharedComponent.isAlarm)
            let alarms = known[key(lines)] ?? known[key(lines, isSeries: true)] ?? []
            guard had != alarms else { continue }
            lines.replace("VALARM", isComponent: true, with: alarms)
            stored.replaceSubrange(component.range, with: lines.bytes)
        }
        return stored
    }

    /// What a text has of alarms, each in its component, of which nothing else is left than what names it; empty without any.
    package static func alarms(of text: [UInt8]) -> [UInt8] {
        var parts: [[UInt8]] = []
        var isAny = false
        for component in ComponentScanner.scan(text).components where component.kind != .timeZone {
            guard var lines = ComponentDocument(text[component.range]) else { continue }
            lines.remove { part in
                if SharedComponent.isAlarm(part) { isAny = true }
                return !SharedComponent.isAlarm(part)
                    && !["UID", "RECURRENCE-ID"].contains(part.name)
            }
            parts.append(lines.bytes)
        }
        let (begin, end) = ("BEGIN:VCALENDAR\r\n", "END:VCALENDAR\r\n")
        return isAny ? Array(begin.utf8) + parts.joined() + Array(end.utf8) : []
    }

    /// Whether two texts say the same but for alarms, and for when and how often somebody wrote them: programs write an event anew when
    /// they set an alarm, with its lines in another order.
    package static func saysSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        func said(_ text: [UInt8]) -> [[String]] {
            ComponentScanner.scan(text).components.filter { $0.kind != .timeZone }.map {
                component in
                let parts = ComponentDocument(text[component.range])?.parts ?? []
                return parts.filter { part in
                    !SharedComponent.isAlarm(part)
                        && !["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"].contains(part.name)
                }.map { part in
                    part.property?.line
                        ?? String(decoding: part.bytes.filter { $0 != 0x0D }, as: UTF8.self)
                }.sorted()
            }.sorted { $0.lexicographicallyPrecedes($1) }
        }
        return said(one) == said(other)
    }

    /// Which component it is, or which series it is of.
    private static func key(_ lines: ComponentDocument, isSeries: Bool = false) -> String {
        let instance = isSeries ? "" : lines.properties("RECURRENCE-ID").first?.value ?? ""
        return "\(lines.name) \(instance) \(lines.properties("UID").first?.value ?? "")"
    }
}
