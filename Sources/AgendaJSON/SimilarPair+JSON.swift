package import AgendaKit

extension SimilarPair: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("reasons", reasons.map(\.rawValue))
        json.member("count", count)
        json.member("events", [first, second])
    }
}
