package import ICalendar

extension JCalValue: JSONValue {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .text(let text): json.value(text)
        case .integer(let number): json.value(number)
        case .number(let number): json.plain { $0.append("\(number)") }
        case .boolean(let flag): json.value(flag)
        case .array(let elements): json.value(elements)
        case .object(let members):
            json.object { json in
                for member in members {
                    json.key(quoting: member.name)
                    json.value(member.value)
                }
            }
        }
    }
}
