import Foundation
import Testing

@testable import AgendaService

@Suite("Compressed answers")
struct ContentCodingTests {
    @Test("gzip for who takes it, with a tag of its own; both tags are known")
    func gzip() async throws {
        let bench = try ServiceBench()
        for hour in 8..<18 { _ = try await bench.add("Event tomorrow \(hour):00") }
        let plain = await bench.get("/v1/events?days=3")
        #expect(
            plain.fields["Content-Encoding"] == nil && plain.fields["Vary"] == "Accept-Encoding")
        let request = ServiceRequest(
            "GET", "/v1/events?days=3", fields: ["Accept-Encoding": "br, gzip;q=0.8"])
        let packed = await bench.service.answer(request)
        #expect(packed.fields["Content-Encoding"] == "gzip")
        guard case .bytes(let bytes) = packed.body else { return #expect(Bool(false)) }
        #expect(bytes.count < plain.text.utf8.count / 3)
        #expect(try Self.unpacked(bytes) == plain.text)
        let (tag, packedTag) = (
            try #require(plain.fields["ETag"]), try #require(packed.fields["ETag"])
        )
        #expect(packedTag != tag)
        for known in [tag, packedTag] {
            let again = await bench.get("/v1/events?days=3", fields: ["If-None-Match": known])
            #expect(again.status == 304 && again.fields["ETag"] == known)
        }
        // A browser that has the compressed form of an event changes it.
        let id = try await bench.add("Lunch tomorrow 12:30")
        let event = try #require(await bench.get("/v1/events/\(id)").fields["ETag"])
        let packedEvent = event.dropLast() + "-gzip\""
        #expect(
            await bench.ask(
                "PATCH", "/v1/events/\(id)", "{\"location\": \"Nord\"}",
                fields: ["If-Match": String(packedEvent)]
            ).status == 200)
    }

    @Test(
        "who does not take it gets the plain form",
        arguments: ["", "identity", "gzip;q=0", "gzip; q=0.000", "x-gzip2", "br"])
    func plain(_ accepted: String) async throws {
        let bench = try ServiceBench()
        let answer = await bench.get("/v1/openapi.json", fields: ["Accept-Encoding": accepted])
        #expect(answer.fields["Content-Encoding"] == nil && answer.json["openapi"] != nil)
    }

    /// By another program.
    private static func unpacked(_ bytes: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/gzip")
        process.arguments = ["-dc"]
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
