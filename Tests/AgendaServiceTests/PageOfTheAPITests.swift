import Foundation
import Testing

@testable import AgendaService

/// The article "What the service answers" is made from the OpenAPI document. `AGENDA_WRITE_PAGES=1 swift test --filter
/// PageOfTheAPI` writes it anew.
@Suite("The API's page")
struct PageOfTheAPITests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/AgendaKit/AgendaKit.docc/TheServicesAPI.md")

    private struct Document: Decodable {
        struct Operation: Decodable {
            struct Parameter: Decodable {
                struct Schema: Decodable {
                    var type: String?
                    var `enum`: [String]?
                }
                var name: String
                var `in`: String
                var description: String?
                var schema: Schema?
            }
            struct Response: Decodable {
                var content: [String: [String: Content]]?
            }
            /// Of no interest here.
            struct Content: Decodable {
                init(from decoder: any Decoder) throws {}
            }
            var summary: String
            var parameters: [Parameter]?
            var responses: [String: Response]
        }
        var paths: [String: [String: Operation]]
    }

    private static func text(_ document: Document) -> String {
        var text = """
            # What the service answers

            Each address of `agenda serve`, as its own `/v1/openapi.json` lists them, which also has the types. <doc:TheService> says who may
            come in, and what all answers have in common.


            """
        let order = ["get", "post", "put", "patch", "delete"]
        for (path, operations) in document.paths.sorted(by: { $0.key < $1.key }) {
            for (method, operation) in operations.sorted(by: {
                (order.firstIndex(of: $0.key) ?? 9) < (order.firstIndex(of: $1.key) ?? 9)
            }) {
                text += "## \(method.uppercased()) \(path)\n\n\(operation.summary)\n\n"
                let types = Set(
                    operation.responses.filter { ($0.key.first ?? "5") < "4" }.values.flatMap {
                        ($0.content ?? [:]).keys
                    }
                ).sorted()
                let statuses = operation.responses.keys.sorted().joined(separator: ", ")
                text +=
                    "Answers: \(types.map { "`\($0)`" }.joined(separator: ", ")); \(statuses).\n\n"
                let parameters = operation.parameters ?? []
                guard !parameters.isEmpty else { continue }
                text += "| parameter | in | meaning |\n|---|---|---|\n"
                for parameter in parameters {
                    let values = parameter.schema?.enum.map {
                        " One of " + $0.map { "`\($0)`" }.joined(separator: ", ") + "."
                    }
                    text +=
                        "| `\(parameter.name)` | \(parameter.in) | \(parameter.description ?? "")\(values ?? "") |\n"
                }
                text += "\n"
            }
        }
        return String(text.dropLast())
    }

    @Test("says what the OpenAPI document says")
    func page() async throws {
        let answer = try await ServiceBench().get("/v1/openapi.json")
        let text = Self.text(
            try JSONDecoder().decode(Document.self, from: Data(answer.text.utf8)))
        if ProcessInfo.processInfo.environment["AGENDA_WRITE_PAGES"] != nil {
            try Data(text.utf8).write(to: Self.page)
        }
        #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
    }
}
