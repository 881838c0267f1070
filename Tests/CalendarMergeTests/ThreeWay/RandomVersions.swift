/// A resource as the random tests see it: the lines of a master and of instances by their original start.
struct RandomVersion: Equatable {
    /// By the line's name, or the line itself where a name may stand several times.
    var components: [String: [String: [String]]]

    /// Values of each property; a line of several is one property with its companions.
    static let pools: [String: [String]] = [
        "SUMMARY": ["SUMMARY:a", "SUMMARY:b\\, c", "SUMMARY:d"],
        "LOCATION": ["LOCATION:a", "LOCATION:b"],
        "STATUS": ["STATUS:TENTATIVE", "STATUS:CONFIRMED"],
        "X-ONE": ["X-ONE:1", "X-ONE:2", "X-ONE:3"],
        "URL": ["URL:http://x.org/1", "URL:http://x.org/2"],
        "CLASS": ["CLASS:PRIVATE", "CLASS:CONFIDENTIAL"],
        "ORGANIZER": ["ORGANIZER:mailto:o@x.org", "ORGANIZER;CN=O:mailto:o@x.org"],
    ]
    /// Elements, each there or not.
    static let elements = [
        "CATEGORIES:A", "CATEGORIES:B", "CATEGORIES:C\\,D", "COMMENT:a", "COMMENT:b", "X-TWO:1",
        "X-TWO:2",
        "RESOURCES:R", "ATTACH:http://x.org/f",
    ]
    static let alarms = ["10", "20", "30"].flatMap { minutes in
        ["a", "b"].map {
            (
                minutes,
                [
                    "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT\(minutes)M", "DESCRIPTION:\($0)",
                    "END:VALARM",
                ]
            )
        }
    }
    static let rules = [
        "RRULE:FREQ=DAILY;COUNT=9", "RRULE:FREQ=DAILY;COUNT=5", "RRULE:FREQ=WEEKLY;COUNT=9",
    ]

    /// Makes some changes.
    mutating func edit(_ random: inout SeededGenerator, isBase: Bool = false) {
        for (component, lines) in components.sorted(by: { $0.key < $1.key }) {
            components[component] = Self.edited(lines, component, &random)
        }
        // Instances come and go.
        for day in 2...4 where random.chance(isBase ? 3 : 5) {
            let hour = components[""]?["DTSTART"]?[0].hasSuffix("T110000Z") == true ? 11 : 10
            let id = "2026120\(day)T\(hour)0000Z"
            let new = Self.edited(["DTSTART": ["DTSTART:2026120\(day)T150000Z"]], id, &random)
            components[id] = components[id] == nil ? new : nil
        }
    }

    private static func edited(
        _ lines: [String: [String]], _ component: String, _ random: inout SeededGenerator
    ) -> [String: [String]] {
        var lines = lines
        for (name, pool) in pools.sorted(by: { $0.key < $1.key }) where random.chance(4) {
            lines[name] = random.chance(4) ? nil : [pool[random.below(pool.count)]]
        }
        for element in elements where random.chance(6) {
            lines[element] = lines[element] == nil ? [element] : nil
        }
        for (minutes, alarm) in alarms where random.chance(9) {
            lines["alarm " + minutes] = lines["alarm " + minutes] == nil ? alarm : nil
        }
        for name in ["a", "b"] where random.chance(4) {
            let status = ["", ";PARTSTAT=ACCEPTED", ";PARTSTAT=DECLINED", ";ROLE=CHAIR"][
                random.below(4)]
            lines["attendee " + name] =
                random.chance(5) ? nil : ["ATTENDEE\(status):mailto:\(name)@x.org"]
        }
        guard component.isEmpty else {
            if random.chance(6) {
                lines["DTSTART"] = [
                    (lines["DTSTART"]?[0].dropLast(7) ?? "DTSTART:20261201T") + "160000Z"
                ]
            }
            return lines
        }
        if random.chance(5) {
            lines["DTSTART"] = [
                "DTSTART:20261201T1\(random.below(2))0000Z", "DURATION:PT\(1 + random.below(2))H",
                rules[random.below(3)],
            ]
        }
        for day in 5...8 where random.chance(6) {
            let line =
                "EXDATE:2026120\(day)T\(lines["DTSTART"]?[0].hasSuffix("T110000Z") == true ? 11 : 10)0000Z"
            lines[line] = lines[line] == nil ? [line] : nil
        }
        return lines
    }

    /// The text, with its lines and components in random order and in one of several forms.
    func text(_ random: inout SeededGenerator) -> [UInt8] {
        var text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//\(random.below(9))"]
        for (id, lines) in components.sorted(by: { $0.key < $1.key }) {
            text += ["BEGIN:VEVENT", "UID:u1"]
            if random.chance(2) { text.append("DTSTAMP:2026010\(1 + random.below(8))T000000Z") }
            if !id.isEmpty { text.append("RECURRENCE-ID:\(id)") }
            var groups = lines.sorted { $0.key < $1.key }.map(\.value)
            for place in groups.indices { groups.swapAt(place, random.below(groups.count)) }
            let alarms = groups.filter { $0[0].hasPrefix("BEGIN") }
            for group in groups where !group[0].hasPrefix("BEGIN") {
                text += group.map { random.chance(5) ? folded($0, &random) : $0 }
            }
            text += alarms.flatMap { $0 } + ["END:VEVENT"]
        }
        return Array((text.joined(separator: "\r\n") + "\r\nEND:VCALENDAR\r\n").utf8)
    }

    private func folded(_ line: String, _ random: inout SeededGenerator) -> String {
        let place = line.index(line.startIndex, offsetBy: 1 + random.below(line.count - 1))
        return line[..<place] + "\r\n " + line[place...]
    }

    /// Reads a text again: a reader of its own, which knows the tests' forms alone.
    init(_ text: [UInt8]) {
        components = [:]
        let unfolded = String(decoding: text, as: UTF8.self).replacing("\r\n ", with: "")
        var (lines, id, alarm) = ([String: [String]](), "", [String]())
        for line in unfolded.split(separator: "\r\n").map(String.init) {
            let name = String(line.prefix { $0 != ":" && $0 != ";" })
            let value = String(line.drop { $0 != ":" }.dropFirst())
            if line == "BEGIN:VALARM" || !alarm.isEmpty {
                alarm.append(line)
                guard line == "END:VALARM" else { continue }
                lines["alarm " + String(alarm[2].dropFirst(11).dropLast())] = alarm
                alarm = []
            } else if line == "BEGIN:VEVENT" {
                (lines, id) = ([:], "")
            } else if line == "END:VEVENT" {
                components[id + (components[id] == nil ? "" : " twice")] = lines
            } else if name == "RECURRENCE-ID" {
                id = value
            } else if Self.pools[name] != nil {
                lines[name, default: []].append(line)
            } else if ["DTSTART", "DURATION", "RRULE"].contains(name) {
                lines["DTSTART", default: []].append(line)
            } else if name == "ATTENDEE" {
                lines["attendee " + value.prefix { $0 != "@" }.dropFirst(7)] = [line]
            } else if ["CATEGORIES", "RESOURCES", "EXDATE"].contains(name) {
                for element in value.replacing("\\,", with: "\u{1}").split(separator: ",") {
                    let own = name + ":" + element.replacing("\u{1}", with: "\\,")
                    lines[own] = [own]
                }
            } else if ["COMMENT", "X-TWO", "ATTACH"].contains(name) {
                lines[line] = [line]
            }
        }
        for (id, lines) in components {
            if let times = lines["DTSTART"] { components[id]?["DTSTART"] = times.sorted() }
        }
    }

    init() {
        components = [
            "": ["DTSTART": ["DTSTART:20261201T100000Z", "DURATION:PT1H", Self.rules[0]]]
        ]
    }
}

extension SeededGenerator {
    mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }
    /// True once in a number of times.
    mutating func chance(_ number: Int) -> Bool { below(number) == 0 }
}
