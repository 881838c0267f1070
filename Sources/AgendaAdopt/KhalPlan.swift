import AgendaActions
import AgendaKit

/// What khal's configuration becomes here (its documentation, "Configuration").
struct KhalPlan {
    private(set) var plan = AdoptionPlan()
    private let file: ConfigObj
    private let path: String
    /// `addresses` of all calendars, each once.
    private var addresses: [String] = []

    /// Works out what a configuration becomes.
    ///
    /// - Parameter path: the file's path, for messages.
    init(_ file: ConfigObj, path: String) {
        (self.file, self.path) = (file, path)
        let calendars = file.sections.filter { $0.path.count == 2 && $0.path[0] == "calendars" }
        for section in calendars { add(section) }
        if !addresses.isEmpty {
            plan.settings.append(.init(key: .me, value: .array(addresses.map { .string($0) })))
        }
        locale()
        defaults()
        let known: Set<String> = ["calendars", "locale", "default"]
        for section in file.sections where section.path.count == 1 {
            guard !known.contains(section.path[0]) else { continue }
            plan.leave("[\(section.path[0])]", at: "\(path):\(section.line)")
        }
    }

    private func place(_ line: Int) -> String { "\(path):\(line)" }

    private func value(_ name: String, in section: [String]) -> ConfigObj.Entry? {
        file.entry(name, in: section).flatMap { $0.text.isEmpty ? nil : $0 }
    }

    // MARK: - Calendars

    private mutating func add(_ section: ConfigObj.Section) {
        func value(_ name: String) -> ConfigObj.Entry? { self.value(name, in: section.path) }
        let name = section.path[1]
        guard let location = value("path") else {
            plan.faults.append("\(place(section.line)): [[\(name)]] has no path: left out")
            return
        }
        var folder = AdoptionPlan.Folder(name: name, path: FolderPattern.expanded(location.text))
        if let color = value("color"), color.text != "auto" {
            folder.color = KhalColor.css(color.text)
            if folder.color == nil {
                plan.faults.append(
                    "\(place(color.line)): color = \(color.text): khal has no such colour: left out"
                )
            }
        }
        if let readonly = value("readonly") {
            guard let isReadOnly = Self.boolean(readonly.text) else {
                plan.faults.append(
                    "\(place(readonly.line)): readonly = \(readonly.text): write True or False; "
                        + "[[\(name)]] is left out")
                return
            }
            folder.isWritable = !isReadOnly
        }
        if let own = file.entry("addresses", in: section.path) {
            addresses += own.values.filter { !$0.isEmpty && !addresses.contains($0) }
        }
        switch value("type")?.text ?? "calendar" {
        case "calendar": plan.folders.append(folder)
        case "birthdays":
            (folder.hasContacts, folder.isWritable) = (true, false)
            plan.folders.append(folder)
        case "discover": discover(folder, location)
        case let other:
            plan.faults.append(
                "\(place(section.line)): [[\(name)]]: type = \(other): expected calendar, "
                    + "birthdays or discover: left out")
            return
        }
        let known: Set<String> = ["path", "color", "readonly", "type", "addresses"]
        for entry in file.entries where entry.section == section.path {
            if !known.contains(entry.name) { plan.leave(entry.name, at: place(entry.line)) }
        }
    }

    /// Each innermost folder that matches; its own file `color` comes before khal's colour.
    private mutating func discover(_ common: AdoptionPlan.Folder, _ entry: ConfigObj.Entry) {
        let all = FolderPattern.folders(entry.text)
        let inner = all.filter { path in !all.contains { $0.hasPrefix(path + "/") } }
        if inner.isEmpty {
            plan.faults.append(
                "\(place(entry.line)): path = \(entry.text): no such folder: left out")
        }
        for path in inner {
            let collection = CalendarCollection(path: path)
            var folder = common
            (folder.name, folder.path) = (collection.name, path)
            folder.color = collection.color ?? common.color
            plan.folders.append(folder)
        }
    }

    /// What configobj takes for true and false.
    private static func boolean(_ text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "on", "1": true
        case "false", "no", "off", "0": false
        default: nil
        }
    }

    // MARK: - Settings

    private mutating func locale() {
        let section = ["locale"]
        let zone = value("local_timezone", in: section)
        // khal writes whole dates in the long format.
        let date = value("longdateformat", in: section) ?? value("dateformat", in: section)
        for entry in file.entries where entry.section == section && !entry.text.isEmpty {
            let text = entry.text
            switch entry.name {
            case "local_timezone":
                // Every command would refuse a zone that there is not.
                if (try? Environment.zone(named: text, place: "")) == nil {
                    plan.faults.append(
                        "\(place(entry.line)): local_timezone = \(text): no such time zone: left out"
                    )
                } else {
                    plan.set(.timeZone, text)
                }
            case "default_timezone" where text == zone?.text: break
            case "firstweekday" where Self.weekStarts[text] != nil:
                plan.set(.weekStart, Self.weekStarts[text] ?? "")
            case "timeformat" where AdoptedFormat.clock(text) != nil:
                plan.set(.timeFormat, AdoptedFormat.clock(text) ?? "")
            case date?.name where DateFormat(text) != nil: plan.set(.dateFormat, text)
            case "dateformat", "datetimeformat", "longdatetimeformat":
                // The same days and times in other arrangements.
                break
            default: plan.leave(entry.name, at: place(entry.line))
            }
        }
    }

    /// khal counts from Monday; a week begins here on one of these.
    private static let weekStarts = ["0": "monday", "5": "saturday", "6": "sunday"]

    private mutating func defaults() {
        let section = ["default"]
        for entry in file.entries where entry.section == section && !entry.text.isEmpty {
            if entry.name == "timedelta", let days = entry.text.wholeMatch(of: /([1-9][0-9]?)d/) {
                plan.set(.defaultCommand, "list --days \(days.1)")
            } else if entry.name == "default_calendar" {
                plan.defaultFolder = plan.folders.first { $0.name == entry.text }
                if plan.defaultFolder == nil {
                    plan.faults.append(
                        "\(place(entry.line)): default_calendar = \(entry.text): no such calendar")
                }
            } else {
                plan.leave(entry.name, at: place(entry.line))
            }
        }
    }
}

/// Formats of strftime(3) in the words of the configuration file.
enum AdoptedFormat {
    /// `24h` or `12h`; nil for a format that leaves it to the locale.
    static func clock(_ format: String) -> String? {
        if ["%I", "%l", "%-I", "%p", "%r"].contains(where: format.contains) { return "12h" }
        return ["%H", "%k", "%-H", "%R", "%T"].contains(where: format.contains) ? "24h" : nil
    }
}
