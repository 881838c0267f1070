internal import AgendaSync

/// What a component must be like (`C:comp-filter`, RFC 4791 section 9.7.1).
struct ComponentFilter: Hashable, Sendable {
    /// In upper case.
    let name: String
    /// Whether there must be none.
    private(set) var isNotDefined = false
    private(set) var times: TimeRange?
    private(set) var properties: [PropertyFilter] = []
    private(set) var components: [ComponentFilter] = []

    /// Whether it asks for nothing but its name, and perhaps a time.
    var isPlain: Bool { !isNotDefined && properties.isEmpty && components.isEmpty }

    /// Reads the whole of a query's filter, which begins at the calendar.
    ///
    /// - Throws: `valid-filter`, `supported-filter`, `supported-collation`.
    init(filter: XMLElement) throws(BrokenCondition) {
        let children = filter.children.filter { $0.name == .calDAV("comp-filter") }
        guard children.count == 1 else { throw .validFilter }
        try self.init(children[0], depth: 0)
    }

    /// - Parameter depth: how many filters it is in.
    private init(_ element: XMLElement, depth: Int) throws(BrokenCondition) {
        name = try element.filteredName
        guard Self.isPlace(name, depth) else { throw .validFilter }
        for child in element.children {
            switch child.name {
            case .calDAV("is-not-defined"): isNotDefined = true
            case .calDAV("time-range"):
                guard Self.timed.contains(name) else { throw .validFilter }
                times = try TimeRange(child)
            case .calDAV("prop-filter"): properties.append(try PropertyFilter(child))
            case .calDAV("comp-filter"):
                components.append(try ComponentFilter(child, depth: depth + 1))
            default: try child.refuseIfUnknown()
            }
        }
    }

    /// The components that a time range is defined for (section 9.9).
    private static let timed: Set<String> = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VALARM"]
    private static let mains: Set<String> = [
        "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY", "VTIMEZONE",
    ]
    private static let parts: Set<String> = ["VALARM", "STANDARD", "DAYLIGHT"]

    /// Whether a component of this name may be there at all (RFC 5545 section 3.6).
    private static func isPlace(_ name: String, _ depth: Int) -> Bool {
        switch depth {
        case 0: name == "VCALENDAR"
        case 1: name != "VCALENDAR" && !parts.contains(name)
        case 2: name != "VCALENDAR" && !mains.contains(name)
        default: name != "VCALENDAR" && !mains.contains(name) && !parts.contains(name)
        }
    }
}

/// What a property must be like (`C:prop-filter`, section 9.7.2).
struct PropertyFilter: Hashable, Sendable {
    /// In upper case.
    let name: String
    private(set) var isNotDefined = false
    private(set) var times: TimeRange?
    private(set) var text: TextMatch?
    private(set) var parameters: [ParameterFilter] = []

    init(_ element: XMLElement) throws(BrokenCondition) {
        name = try element.filteredName
        for child in element.children {
            switch child.name {
            case .calDAV("is-not-defined"): isNotDefined = true
            case .calDAV("time-range"):
                guard Self.timed.contains(name) else { throw .validFilter }
                times = try TimeRange(child)
            case .calDAV("text-match"): text = try TextMatch(child)
            case .calDAV("param-filter"): parameters.append(try ParameterFilter(child))
            default: try child.refuseIfUnknown()
            }
        }
    }

    /// The properties that a time range is defined for (section 9.9).
    private static let timed: Set<String> = [
        "COMPLETED", "CREATED", "DTEND", "DTSTAMP", "DTSTART", "DUE", "LAST-MODIFIED",
    ]
}

/// What a parameter must be like (`C:param-filter`, section 9.7.3).
struct ParameterFilter: Hashable, Sendable {
    /// In upper case.
    let name: String
    private(set) var isNotDefined = false
    private(set) var text: TextMatch?

    init(_ element: XMLElement) throws(BrokenCondition) {
        name = try element.filteredName
        for child in element.children {
            switch child.name {
            case .calDAV("is-not-defined"): isNotDefined = true
            case .calDAV("text-match"): text = try TextMatch(child)
            default: try child.refuseIfUnknown()
            }
        }
    }
}

extension XMLElement {
    /// The name of what a filter is about, in upper case.
    ///
    /// CalendarServer's filters, of which one part may be enough, are for servers that announce them.
    fileprivate var filteredName: String {
        get throws(BrokenCondition) {
            guard attribute("test") != "anyof" else { throw .supportedFilter }
            guard let name = attribute("name"), !name.isEmpty else { throw .validFilter }
            return name.uppercased()
        }
    }

    /// Elements of other namespaces are passed over (RFC 4918 section 17); one of CalDAV's own changes what is asked.
    fileprivate func refuseIfUnknown() throws(BrokenCondition) {
        if name.space == XMLName.calDAV("").space { throw .supportedFilter }
    }
}
