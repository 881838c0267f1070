import AgendaActions
@testable import AgendaKit
import AgendaSync
import Foundation
import ICalendar
import Testing

@testable import AgendaService

/// A service with a device, and a calendar `work` that the device has made.
final class DAVBench: Sendable {
    let bench: ServiceBench
    let phone: (device: Device, password: String)

    static let work = "/dav/c/me/work/"

    /// - Parameters:
    ///   - change: what the device may.
    ///   - earlier: a bench whose files this one has.
    init(
        _ change: (inout Device) -> Void = { _ in }, after earlier: DAVBench? = nil
    ) async throws {
        bench = try ServiceBench(after: earlier?.bench)
        var device = Device(
            name: earlier == nil ? "phone" : "other", created: ServiceBench.Clock().now)
        change(&device)
        phone = try bench.service.parts.devices.add(device)
        if earlier == nil {
            // By one that may.
            let maker = try bench.service.parts.devices.add(
                Device(name: "maker", created: ServiceBench.Clock().now))
            #expect(await ask("MKCALENDAR", Self.work, by: maker.password).status == 201)
        }
    }

    /// An answer.
    struct Answer {
        var status: Int
        var fields: HeaderFields
        var bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
        /// The document.
        var xml: XMLElement? { try? XMLElement.read(bytes) }
        /// The condition that it names.
        var condition: String? {
            guard let root = xml, root.name == .dav("error") else { return nil }
            return root.children.first?.name.local
        }
        /// The places of a multistatus, with their statuses.
        var places: [String: Int] {
            var places: [String: Int] = [:]
            for response in xml?.children ?? [] where response.name == .dav("response") {
                let status =
                    response[.dav("status")]?.value
                    ?? response[.dav("propstat")]?[.dav("status")]?.value ?? ""
                places[response[.dav("href")]?.value ?? ""] = Int(
                    status.split(separator: " ").dropFirst().first ?? "")
            }
            return places
        }
        var token: String? { xml?[.dav("sync-token")]?.value }

        /// The element of a property that a place has.
        func property(_ name: XMLName, of href: String? = nil) -> XMLElement? {
            for response in xml?.children ?? []
            where href == nil || response[.dav("href")]?.value == href {
                for propstat in response.children
                where propstat[.dav("status")]?.value.contains("200") == true {
                    if let found = propstat[.dav("prop")]?[name] { return found }
                }
            }
            return nil
        }
    }

    func ask(
        _ method: String, _ target: String, _ body: String = "", fields: HeaderFields = [:],
        by password: String? = nil
    ) async -> Answer {
        var fields = fields
        fields["Host"] = "127.0.0.1:8017"
        let credentials = Data("me:\(password ?? phone.password)".utf8).base64EncodedString()
        fields["Authorization"] = "Basic " + credentials
        let response = await bench.service.answer(
            ServiceRequest(
                method, target, fields: fields, body: Array(body.utf8), line: .network,
                peer: "127.0.0.1"))
        var bytes: [UInt8] = []
        switch response.body {
        case .bytes(let all): bytes = all
        case .stream(let next): while let more = await next() { bytes += more }
        }
        return Answer(status: response.status, fields: response.fields, bytes: bytes)
    }

    func put(
        _ name: String, _ body: String, in calendar: String = DAVBench.work,
        fields: HeaderFields = ["Content-Type": "text/calendar"]
    ) async -> Answer {
        await ask("PUT", calendar + name, body, fields: fields)
    }

    func report(
        _ body: String, at target: String = DAVBench.work, fields: HeaderFields = ["Depth": "1"]
    ) async -> Answer {
        let spaces = "xmlns:D=\"DAV:\" xmlns:C=\"urn:ietf:params:xml:ns:caldav\""
        let end = body.firstIndex { $0 == ">" || $0 == "/" } ?? body.endIndex
        return await ask(
            "REPORT", target, body[..<end] + " " + spaces + body[end...], fields: fields)
    }

    /// What has changed since a token.
    func changes(since token: String = "", limit: Int? = nil, at target: String = DAVBench.work)
        async -> Answer
    {
        let most = limit.map { "<D:limit><D:nresults>\($0)</D:nresults></D:limit>" } ?? ""
        return await report(
            "<D:sync-collection><D:sync-token>\(token)</D:sync-token><D:sync-level>1</D:sync-level>"
                + most + "<D:prop><D:getetag/></D:prop></D:sync-collection>", at: target)
    }

    func command(_ words: String) async -> Int {
        await bench.ask("POST", "/v1/undo", "{}").status
    }

    /// An event as a program writes it, with its line ends.
    static func event(_ uid: String, _ lines: String..., kind: String = "VEVENT") -> String {
        let all =
            [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//phone//EN", "BEGIN:\(kind)",
                "UID:\(uid)",
                "DTSTAMP:20261101T000000Z", "X-FOO;X=\"a:b\":bar",
            ]
            + (lines.isEmpty
                ? ["DTSTART:20261201T090000Z", "DTEND:20261201T100000Z", "SUMMARY:Tea"] : lines)
            + ["END:\(kind)", "END:VCALENDAR", ""]
        return all.joined(separator: "\r\n")
    }
}
