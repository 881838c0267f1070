/// Something that an assistant may ask for, with its arguments by name.
package struct MCPTool: Sendable {
    /// The name by which it is called.
    package let name: String
    /// What it does, for the assistant.
    let description: String
    /// Who does it.
    package let means: Means
    let parameters: [MCPParameter]

    package init(name: String, description: String, means: Means, parameters: [MCPParameter]) {
        (self.name, self.description) = (name, description)
        (self.means, self.parameters) = (means, parameters)
    }

    /// Who does what a tool is for.
    package enum Means: Sendable {
        /// The service, asked at this path; `usual` are parameters where nothing else is said.
        case route(String, usual: [String: String] = [:])
        /// A change, made here.
        case change(ToolChange.Verb)
    }

    /// Whether its answer is one JSON document.
    package var isDocument: Bool { if case .route = means { true } else { false } }

    /// Whether it changes or removes what is there: one that adds takes nothing away.
    private var isDestructive: Bool {
        if case .change(let verb) = means { ![.addEvent, .addTodo].contains(verb) } else { false }
    }

    /// The change that is asked for; refuses values that no parameter has.
    package func change(
        _ verb: ToolChange.Verb, _ values: [String: MCPValue]
    ) throws(MCPFault) -> ToolChange {
        var change = ToolChange(verb: verb)
        for (parameter, value) in try given(values) {
            let texts = try parameter.texts(of: value)
            switch parameter.place {
            case .set(let setting): setting.set(parameter.value(texts, value), in: &change.edits)
            case .change(let put): put(texts, value == .flag(true), &change)
            case .operand: change.id = texts.first ?? ""
            case .query: break
            }
        }
        return change
    }

    /// The values in the order of the parameters.
    package func given(
        _ values: [String: MCPValue]
    ) throws(MCPFault) -> [(MCPParameter, MCPValue)] {
        let known = Set(parameters.map(\.name))
        if let other = values.keys.filter({ !known.contains($0) }).min() {
            let names = parameters.map(\.name).joined(separator: ", ")
            throw MCPFault("\(name) has no argument '\(other)': it has \(names)")
        }
        var found: [(MCPParameter, MCPValue)] = []
        for parameter in parameters {
            if let value = values[parameter.name], value != .null {
                found.append((parameter, value))
            } else if parameter.isRequired {
                throw MCPFault("\(name) needs '\(parameter.name)'")
            }
        }
        return found
    }

    /// What `tools/list` says of it.
    package var declaration: MCPValue {
        let required = parameters.filter(\.isRequired).map { MCPValue.text($0.name) }
        let properties = parameters.map { ($0.name, $0.schema) }
        return [
            "name": .text(name), "description": .text(description),
            "inputSchema": [
                "type": "object", "additionalProperties": false, "required": .list(required),
                "properties": .object(Dictionary(properties) { _, last in last }),
            ],
            "annotations": [
                "readOnlyHint": .flag(isDocument), "destructiveHint": .flag(isDestructive),
                "idempotentHint": .flag(isDocument), "openWorldHint": false,
            ],
        ]
    }
}

extension MCPTool {
    /// A tool that makes a change, which it has its name from.
    init(_ verb: ToolChange.Verb, _ description: String, _ parameters: [MCPParameter]) {
        self.init(
            name: verb.rawValue, description: description, means: .change(verb),
            parameters: parameters)
    }
}

/// One argument of a tool.
package struct MCPParameter: Sendable {
    /// What values it takes.
    package enum Kind: Sendable {
        /// Text without line breaks or other control characters, except in a `long` one.
        case text
        case longText
        case texts
        case number(ClosedRange<Int>)
        case choice([String])
        case flag
        /// An event's id as the tools tell it.
        case id
    }

    /// Where it goes.
    package enum Place: Sendable {
        /// A parameter of the address.
        case query(String, Meaning = .plain)
        /// The address's `{id}`, or what a change is about.
        case operand
        /// A value of the item.
        case set(ItemSetting)
        /// What else a change has.
        case change(@Sendable (_ texts: [String], _ isOn: Bool, inout ToolChange) -> Void)
    }

    /// What the value of a parameter of an address means, where the service wants it in one form and a person may say it in
    /// several.
    package enum Meaning: Sendable {
        case plain
        /// `monday`, `+3d`.
        case day
        /// `Tokyo`.
        case zone
    }

    package let name: String
    let description: String
    let kind: Kind
    package let place: Place
    var isRequired = false

    package init(
        name: String, description: String, kind: Kind, place: Place, isRequired: Bool = false
    ) {
        (self.name, self.description, self.kind) = (name, description, kind)
        (self.place, self.isRequired) = (place, isRequired)
    }

    /// How long a text may be, in bytes: what fits into an event's text with room to spare.
    package static let lengthLimit = 65_536
    /// How many texts a list may have.
    package static let countLimit = 100

    /// The value as texts.
    package func texts(of value: MCPValue) throws(MCPFault) -> [String] {
        switch (kind, value) {
        case (.text, .text(let text)): return [try checked(text)]
        case (.longText, .text(let text)):
            return [try checked(text, isLong: true)]
        case (.texts, .list(let list)) where list.count <= Self.countLimit:
            var texts: [String] = []
            for element in list {
                guard let text = element.text else { throw refused }
                texts.append(try checked(text))
            }
            return texts
        case (.texts, .text(let text)): return [try checked(text)]
        case (.number(let range), .whole(let number)) where range.contains(number):
            return ["\(number)"]
        case (.choice(let words), .text(let word)) where words.contains(word): return [word]
        case (.flag, .flag(let isOn)): return ["\(isOn)"]
        case (.id, .text(let id)) where Self.isID(id): return [id]
        default: throw refused
        }
    }

    /// The same for an item.
    fileprivate func value(_ texts: [String], _ value: MCPValue) -> ItemSetting.Value {
        switch (kind, value) {
        case (.texts, _): .texts(texts)
        case (_, .whole(let number)): .number(number)
        case (_, .flag(let flag)): .flag(flag)
        default: .text(texts.first ?? "")
        }
    }

    private func checked(_ text: String, isLong: Bool = false) throws(MCPFault) -> String {
        let controls = text.unicodeScalars.lazy.filter { $0.value < 0x20 || $0.value == 0x7F }
        let isPlain = controls.allSatisfy { isLong && ($0 == "\n" || $0 == "\t") }
        guard text.utf8.count <= Self.lengthLimit, isPlain else { throw refused }
        return text
    }

    /// Twelve hexadecimal digits, the event's start after a full stop if its file has several events with its `UID`,
    /// and an instance's start: never a path, nor words that name another event.
    private static func isID(_ text: String) -> Bool {
        let digits = Set("0123456789abcdef"), times = Set("0123456789TZ")
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let event = parts[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        return event[0].count == 12 && event[0].allSatisfy(digits.contains)
            && (event.dropFirst() + parts.dropFirst())
                .allSatisfy { !$0.isEmpty && $0.allSatisfy(times.contains) }
    }

    private var refused: MCPFault { MCPFault("'\(name)' must be \(expectation)") }

    private var expectation: String {
        switch kind {
        case .text: "one line of text"
        case .longText: "text"
        case .texts: "a list of at most \(Self.countLimit) lines of text"
        case .number(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .choice(let words): "one of \(words.joined(separator: ", "))"
        case .flag: "true or false"
        case .id: "an id as the other tools tell it"
        }
    }

    /// Its JSON Schema.
    fileprivate var schema: MCPValue {
        var members: [String: MCPValue] = ["description": .text(description)]
        switch kind {
        case .text, .longText, .id: members["type"] = "string"
        case .texts:
            (members["type"], members["items"]) = ("array", ["type": "string"])
            members["maxItems"] = .whole(Self.countLimit)
        case .number(let range):
            members["type"] = "integer"
            (members["minimum"], members["maximum"]) = (
                .whole(range.lowerBound), .whole(range.upperBound)
            )
        case .choice(let words):
            (members["type"], members["enum"]) = ("string", .list(words.map { .text($0) }))
        case .flag: members["type"] = "boolean"
        }
        return .object(members)
    }
}

extension MCPParameter {
    /// A value of the item, by the name that it has everywhere.
    package static func item(
        _ setting: ItemSetting, _ kind: Kind, _ description: String
    ) -> MCPParameter {
        MCPParameter(
            name: setting.rawValue, description: description, kind: kind, place: .set(setting))
    }

    /// A new item in words.
    package static func words(_ description: String) -> MCPParameter {
        MCPParameter(
            name: "words", description: description, kind: .text,
            place: .change { $2.words = $0.first ?? "" })
    }
}

/// Why a call was refused, as one sentence.
package struct MCPFault: Error, Hashable {
    package let text: String

    package init(_ text: String) { self.text = text }
}
