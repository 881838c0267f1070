internal import ICalendar

/// Builds a ``Multistatus``, or the condition of an error, from the elements of an answer.
struct MultistatusBuilder: XMLHandler {
    private(set) var result = Multistatus()
    /// The element around all.
    private(set) var root: DAVName?
    /// The first condition of an answer that is an error.
    private(set) var condition: String?

    private var open: [DAVName] = []
    private var text: [UInt8] = []
    private var isText = false
    private var response = Multistatus.Response()
    /// The properties before those of the present propstat, whose status comes last.
    private var before = DAVProperties()
    private var propertyStatus: Int?

    mutating func start(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) {
        let element = DAVName(name)
        let outer = open.last
        root = root ?? element
        open.append(element)
        text.removeAll(keepingCapacity: true)
        isText = false
        switch (outer, element) {
        case (.multistatus, .response): response = Multistatus.Response()
        case (.response, .propstat): (before, propertyStatus) = (response.properties, nil)
        case (.error, _):
            let found = DAVName.condition(name)
            if open.count == 2 {
                condition = condition ?? found
            } else {
                response.condition = response.condition ?? found
            }
        case (_, .href), (_, .status), (_, .syncToken): isText = true
        case (.prop, .resourceType): response.properties.types = []
        case (.prop, .components): response.properties.components = []
        case (.prop, .privileges): response.properties.privileges = []
        case (.prop, _): isText = true
        case (.resourceType, _): response.properties.add(type: element)
        case (.components, .component):
            if let name = Self.value(of: "name", attributes) {
                response.properties.components?.insert(name.uppercased())
            }
        case (.privilege, _): response.properties.add(privilege: element)
        default: break
        }
    }

    mutating func text(_ bytes: UnsafeRawBufferPointer) { if isText { text += bytes } }

    mutating func end() {
        let parent = open.count > 1 ? open[open.count - 2] : nil
        guard let element = open.popLast() else { return }
        switch (parent, element) {
        case (.multistatus, .response): result.responses.append(response)
        case (.multistatus, .syncToken): result.token = value
        case (.response, .href): response.hrefs.append(value)
        case (.response, .status): response.status = status
        case (.propstat, .status): propertyStatus = status
        case (.response, .propstat):
            if let propertyStatus, !(200..<300).contains(propertyStatus) {
                response.properties = before
                // What failed for another's sake (424) is not the cause.
                if response.failure == nil || response.failure == 424 {
                    response.failure = propertyStatus
                }
            }
        case (.principal, .href): response.properties.principal = value
        case (.owner, .href): response.properties.owner = value
        case (.homes, .href): response.properties.homes.append(value)
        case (.addresses, .href): response.properties.addresses.append(value)
        case (.outboxAddress, .href): response.properties.outbox = value
        case (.prop, _): set(element)
        default: break
        }
        isText = false
    }

    private mutating func set(_ element: DAVName) {
        switch element {
        case .etag: response.properties.etag = value
        case .calendarData:
            // Moved, not copied: it is most of the answer.
            response.properties.calendarData = text
            text = []
        case .syncToken: response.properties.token = value
        case .ctag: response.properties.ctag = value
        case .displayName: response.properties.name = value
        case .color: response.properties.color = value
        case .origins:
            response.properties.origins = value.split(separator: " ").prefix(16).map(String.init)
        case .maximumSize: response.properties.maximumSize = Int(value)
        default: break
        }
    }

    /// The text of the element that ends, without the white space around it.
    private var value: String {
        String(decoding: text.trimming { $0 == 0x20 || (0x09...0x0D).contains($0) }, as: UTF8.self)
    }

    /// Of `HTTP/1.1 404 Not Found`.
    private var status: Int? {
        let words = text.split(separator: 0x20, maxSplits: 2)
        guard words.count > 1 else { return nil }
        let digits = words[1].prefix { (0x30...0x39).contains($0) }
        return digits.count == 3 ? digits.reduce(0) { $0 * 10 + Int($1 - 0x30) } : nil
    }

    private static func value(
        of name: String, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    ) -> String? {
        guard var next = attributes else { return nil }
        while let key = next[0], let value = next[1] {
            if String(cString: key) == name { return String(cString: value) }
            next += 2
        }
        return nil
    }
}

extension DAVProperties {
    fileprivate mutating func add(type: DAVName) {
        switch type {
        case .collection: types.insert(.collection)
        case .calendar: types.insert(.calendar)
        case .subscribed, .inbox, .outbox: types.insert(.other)
        default: break
        }
    }

    fileprivate mutating func add(privilege: DAVName) {
        switch privilege {
        case .all: privileges?.formUnion(.all)
        case .read: privileges?.insert(.read)
        case .write: privileges?.formUnion(.write)
        case .writeContent: privileges?.insert(.writeContent)
        case .writeProperties: privileges?.insert(.writeProperties)
        case .bind: privileges?.insert(.bind)
        case .unbind: privileges?.insert(.unbind)
        default: break
        }
    }
}
