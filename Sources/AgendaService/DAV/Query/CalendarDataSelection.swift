package import AgendaSync
package import ICalendar

/// What a report returns of a resource's text (`C:calendar-data` in a request, RFC 4791 section 9.6).
package struct CalendarDataSelection: Hashable, Sendable {
    private let component: ComponentSelection?
    private let expansion: TimeRange?
    private let overrides: TimeRange?
    private let freeBusy: TimeRange?

    /// The most instances that a report gives (section 7.8: `number-of-matches-within-limits`).
    package static let mostInstances = 10_000

    /// Reads the request's element.
    ///
    /// - Throws: `supported-calendar-data` for another media type or version; `valid-filter` for a range of time that is none.
    package init(_ element: XMLElement) throws(BrokenCondition) {
        let type = element.attribute("content-type") ?? "text/calendar"
        let kind = type.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        guard kind == "text/calendar", ["2.0", nil].contains(element.attribute("version")) else {
            throw .supportedCalendarData
        }
        func range(_ name: String) throws(BrokenCondition) -> TimeRange? {
            guard let limit = element[.calDAV(name)] else { return nil }
            return try TimeRange(limit, isWhole: true)
        }
        expansion = try range("expand")
        overrides = try range("limit-recurrence-set")
        freeBusy = try range("limit-freebusy-set")
        component = element[.calDAV("comp")].map(ComponentSelection.init).flatMap {
            $0.isWhole ? nil : $0
        }
    }

    /// Whether it is all of the text, byte for byte.
    package var isWhole: Bool {
        component == nil && expansion == nil && overrides == nil && freeBusy == nil
    }

    /// What is asked for of a resource.
    ///
    /// - Parameters:
    ///   - text: the resource.
    ///   - zone: places whole days and times without a zone, which stay as they are.
    ///   - instances: how many instances the report may still give; less by those that are given.
    /// - Throws: `number-of-matches-within-limits` if there are more.
    package func text(
        of text: [UInt8], zone: TimeZoneRules, instances: inout Int
    ) throws(BrokenCondition) -> [UInt8] {
        guard !isWhole else { return text }
        let resource = CalendarResource(text)
        var documents: [ComponentDocument]
        if let expansion {
            let expander = InstanceTexts(resource, zone, expansion)
            documents = try expander.all(limit: instances)
            instances -= documents.count
        } else if let overrides {
            documents = InstanceTexts(resource, zone, overrides).impacting
        } else {
            documents = resource.documents.compactMap { $0 }
        }
        if let freeBusy {
            documents = documents.map { $0.limitingBusyTimes(to: freeBusy, in: resource.scope) }
        }
        return assembled(documents, resource.stream.calendarProperties)
    }

    private func assembled(_ documents: [ComponentDocument], _ properties: [Property]) -> [UInt8] {
        let own = properties.flatMap { property -> [UInt8] in
            guard let isValueless = component.map({ $0.isValueless(property.name) }) ?? false else {
                return []
            }
            let kept = isValueless ? property.withoutValue : property
            return LineWriter.folded(Array(kept.line.utf8))
        }
        let parts = documents.flatMap { document -> [UInt8] in
            guard let component else { return document.bytes }
            return component.inner(document.name).map { $0.text(of: document) } ?? []
        }
        return Array("BEGIN:VCALENDAR\r\n".utf8) + own + parts + Array("END:VCALENDAR\r\n".utf8)
    }
}

/// What is returned of a component (`C:comp`, sections 9.6.1 to 9.6.4).
private struct ComponentSelection: Hashable, Sendable {
    let name: String
    /// Whether a property's value is left out, by the property's name; nil for all properties.
    private var properties: [String: Bool]?
    /// Nil for all components.
    private var components: [ComponentSelection]?

    /// All of a component.
    private init(name: String) { self.name = name }

    /// An element that says nothing of what is in the component means all of it, as in the example of section 7.8.1.
    init(_ element: XMLElement) {
        func named(_ name: String) -> [(name: String, element: XMLElement)] {
            element.children.filter { $0.name == .calDAV(name) }.map {
                ($0.attribute("name")?.uppercased() ?? "", $0)
            }
        }
        name = element.attribute("name")?.uppercased() ?? ""
        guard !element.children.isEmpty else { return }
        if named("allprop").isEmpty {
            properties = Dictionary(
                named("prop").map { ($0.name, $0.element.attribute("novalue") == "yes") },
                uniquingKeysWith: { $0 && $1 })
        }
        if named("allcomp").isEmpty {
            components = named("comp").map { ComponentSelection($0.element) }
        }
    }

    /// Whether it is all of the component.
    var isWhole: Bool { properties == nil && components == nil }

    /// Whether a property is returned without its value; nil if it is not returned.
    func isValueless(_ property: String) -> Bool? { properties.map { $0[property] } ?? false }

    /// What is returned of a component in this one; nil if nothing is.
    func inner(_ name: String) -> ComponentSelection? {
        guard let components else { return ComponentSelection(name: name) }
        return components.first { $0.name == name }
    }

    func text(of document: ComponentDocument) -> [UInt8] {
        guard !isWhole else { return document.bytes }
        var document = document
        document.remove {
            $0.isComponent ? inner($0.name) == nil : isValueless($0.name) == nil
        }
        document.changeParts { part in
            var part = part
            if part.isComponent {
                guard let inner = inner(part.name), let own = ComponentDocument(part.bytes) else {
                    return part
                }
                part.bytes = inner.text(of: own)
            } else if isValueless(part.name) == true, let property = part.property {
                part.bytes = LineWriter.folded(Array(property.withoutValue.line.utf8))
            }
            return part
        }
        return document.bytes
    }
}

extension Property {
    /// The property with its parameters alone (section 9.6.4).
    fileprivate var withoutValue: Property {
        var property = self
        property.value = ""
        return property
    }
}

extension ComponentDocument {
    /// A VFREEBUSY with those periods alone that a range of time has a part of (section 9.6.7); others stay as they are.
    fileprivate func limitingBusyTimes(
        to range: TimeRange, in scope: TimeZoneScope
    ) -> ComponentDocument {
        guard name == "VFREEBUSY" else { return self }
        var document = self
        document.remove { part in
            part.name == "FREEBUSY"
                && part.property.map { $0.periods(in: range, scope).isEmpty } ?? false
        }
        document.change("FREEBUSY") {
            $0.value = $0.periods(in: range, scope).joined(separator: ",")
        }
        return document
    }
}

extension Property {
    /// The periods as written that a range of time has a part of.
    fileprivate func periods(in range: TimeRange, _ scope: TimeZoneScope) -> [String] {
        value.split(separator: ",").map(String.init).filter {
            scope.period($0, tzid: parameter("TZID")).map(range.overlaps) ?? false
        }
    }
}
