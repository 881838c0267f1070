package import AgendaKit

extension CalendarUser: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("address", address)
        json.member("name", name)
        json.member("status", status)
        json.member("sentBy", sentBy)
        json.member("delegatedTo", delegatedTo)
        json.member("delegatedFrom", delegatedFrom)
    }
}

extension TakenInvitation.Reply: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("attendee", attendee)
        json.member("recurrenceId", instance)
        json.member("comment", comment)
        json.member("outcome", outcome.rawValue)
    }
}

extension SchedulingMessage: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("method", method.rawValue.lowercased())
        json.member("from", from)
        json.member("to", to)
        json.member("text", String(decoding: text, as: UTF8.self))
    }
}

extension ReceivedEvents.Outcome {
    /// Its name in JSON.
    package var name: String {
        switch self {
        case .added: "added"
        case .updated: "updated"
        case .unchanged: "unchanged"
        case .older: "older"
        case .cancelled: "cancelled"
        case .unknown: "unknown"
        case .refused: "refused"
        }
    }
}
