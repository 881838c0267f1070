package import AgendaJSON
package import AgendaSync

extension ServiceCheck.Finding: ListedObject {
    package static var listName: StaticString { "findings" }

    package func writeMembers(to json: inout JSONWriter) {
        json.member("question", question.rawValue)
        json.member("ok", problem == nil)
        json.member("problem", problem)
        json.member("remedy", remedy)
    }
}
