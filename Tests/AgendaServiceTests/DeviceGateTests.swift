import AgendaActions
import AgendaKit
import AgendaSync
import Foundation
import ICalendar
import Testing

@testable import AgendaService

@Suite("Which device comes in below /dav/")
struct DeviceGateTests {
    private let bench: ServiceBench
    private let phone: Device
    private let password: String

    init() throws {
        bench = try ServiceBench()
        (phone, password) = try bench.service.parts.devices.add(
            Device(name: "phone", created: ServiceBench.Clock().now))
    }

    private static func basic(_ user: String, _ password: String) -> String {
        "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }

    /// What is asked over TCP from this machine, and how it ends.
    private func ask(
        _ change: (inout ServiceRequest) -> Void = { _ in }
    ) throws -> Device {
        var request = ServiceRequest(
            "PROPFIND", "/dav/",
            fields: [
                "Host": "127.0.0.1:8017", "Authorization": Self.basic("me", password),
            ], line: .network, peer: "127.0.0.1")
        change(&request)
        return try bench.service.parts.gate.device(request)
    }

    private func refusal(_ change: (inout ServiceRequest) -> Void) -> Problem? {
        do {
            _ = try ask(change)
            return nil
        } catch { return error as? Problem }
    }

    @Test("the password decides, however it is written, and whatever the user is called")
    func writing() throws {
        #expect(try ask().name == "phone")
        #expect(password.count == 30 && password.split(separator: "-").count == 5)
        for (user, written) in [
            ("kim", password), ("", password.uppercased()),
            ("Ü", password.replacingOccurrences(of: "-", with: " ") + " "),
            ("me", password.replacingOccurrences(of: "-", with: "")),
        ] {
            let device = try ask { $0.fields["Authorization"] = Self.basic(user, written) }
            #expect(device.id == phone.id, "\(user) \(written)")
        }
        #expect(try ask { $0.fields["Authorization"]?.replace("Basic ", with: "bASIC  ") }.id == 1)
    }

    @Test("nobody and whoever is wrong get the same answer, which asks for Basic")
    func wrong() throws {
        let fields: [String?] = [
            nil, "", "Basic", "Basic !", Self.basic("me", ""), Self.basic("me", "x"),
            Self.basic("x", "x"), "Basic " + Data("me".utf8).base64EncodedString(),
            "Basic /w==", "Bearer \(ServiceBench.token)", "Basic \(password)",
        ]
        let answers = fields.map { field in
            refusal { $0.fields["Authorization"] = field }?.response
        }
        #expect(answers.allSatisfy { $0?.status == 401 })
        let header = #"Basic realm="agenda", charset="UTF-8""#
        #expect(answers.allSatisfy { $0?.fields["WWW-Authenticate"] == header })
        let bodies = answers.map { answer -> [UInt8] in
            if case .bytes(let bytes)? = answer?.body { bytes } else { [] }
        }
        #expect(Set(bodies).count == 1)
        #expect(refusal { $0.fields.append("Authorization", "Basic x") }?.status == 401, "two")
        let page = refusal {
            $0.fields["Authorization"] = nil
            $0.fields["Cookie"] = "agenda=\(ServiceBench.token)"
            $0.fields["Agenda-Page"] = ServiceBench.token
        }
        #expect(page?.status == 401)
        #expect(
            refusal { ($0.line, $0.peer, $0.fields) = (.privateSocket, nil, [:]) }?.status == 401)
    }

    @Test("over the private socket the password is needed, too, and no name")
    func socket() throws {
        let device = try ask {
            ($0.line, $0.peer) = (.privateSocket, nil)
            $0.fields["Host"] = nil
        }
        #expect(device.id == phone.id)
    }

    @Test("a foreign name and another site's page are refused")
    func foreign() {
        #expect(refusal { $0.fields["Host"] = "evil.example" }?.status == 421)
        #expect(refusal { $0.fields.append("Host", "localhost") }?.status == 421)
        #expect(refusal { $0.fields["Origin"] = "https://evil.example" }?.status == 403)
        #expect(refusal { $0.fields["Origin"] = "null" }?.status == 403)
        #expect(refusal { $0.fields["Sec-Fetch-Site"] = "cross-site" }?.status == 403)
        #expect(refusal { $0.fields["Origin"] = "http://127.0.0.1:8017" } == nil)
        #expect(
            refusal {
                ($0.line, $0.fields["Host"]) = (.privateSocket, nil)
                $0.fields["Origin"] = "https://evil.example"
            }?.status == 403)
    }

    @Test(
        "a password is taken over TLS, loopback and the private socket alone",
        arguments: [
            (ServiceRequest.Line.network, "127.0.0.1", nil, true),
            (.network, "127.8.0.1", nil, true), (.network, "::1", nil, true),
            (.network, "::ffff:127.0.0.1", nil, true), (.network, "192.0.2.7", nil, false),
            (.network, nil, nil, false), (.network, "192.0.2.7", "https", true),
            (.network, "127.0.0.1", "http", false), (.network, "192.0.2.7", "http", false),
            (.privateSocket, nil, nil, true), (.privateSocket, nil, "http", false),
            (.privateSocket, nil, "HTTPS", true), (.privateSocket, nil, "https, http", false),
        ] as [(ServiceRequest.Line, String?, String?, Bool)])
    func encryption(
        line: ServiceRequest.Line, peer: String?, scheme: String?, isTaken: Bool
    ) {
        let problem = refusal {
            ($0.line, $0.peer) = (line, peer)
            if let scheme { $0.fields["X-Forwarded-Proto"] = scheme }
        }
        #expect(problem?.status == (isTaken ? nil : 403))
        #expect(problem?.code == (isTaken ? nil : "not-encrypted"))
    }

    @Test("a proxy that does not say how it was reached was not reached by TLS")
    func silentProxy() {
        for field in ["X-Forwarded-For", "Forwarded"] {
            #expect(refusal { $0.fields[field] = "192.0.2.7" }?.status == 403, "\(field)")
        }
        let twice = refusal {
            $0.fields.append("X-Forwarded-Proto", "https")
            $0.fields.append("X-Forwarded-Proto", "https")
        }
        #expect(twice?.status == 403)
    }

    @Test("what a proxy says of the address is believed over the private socket alone")
    func address() {
        func address(_ line: ServiceRequest.Line, _ forwarded: String...) -> String? {
            var request = ServiceRequest(
                "GET", "/", line: line, peer: line == .network ? "192.0.2.1" : nil)
            for value in forwarded { request.fields.append("X-Forwarded-For", value) }
            return request.address
        }
        #expect(address(.network) == "192.0.2.1")
        #expect(address(.network, "192.0.2.9") == "192.0.2.1")
        #expect(address(.privateSocket) == nil)
        #expect(address(.privateSocket, "192.0.2.9, 192.0.2.8") == "192.0.2.8")
        #expect(address(.privateSocket, "192.0.2.9", "2001:db8::7 ") == "2001:db8::7")
    }

    @Test("after ten wrong passwords one waits, and who has a right one does not")
    func tries() throws {
        func wrong(_ user: String = "me") -> Problem? {
            refusal { $0.fields["Authorization"] = Self.basic(user, "x") }
        }
        for _ in 1...10 { #expect(wrong()?.status == 401) }
        let late = wrong()
        #expect(late?.status == 429 && late?.fields["Retry-After"] == "60")
        #expect(wrong("kim")?.status == 401)
        #expect(try ask().id == phone.id)
        #expect(refusal { $0.fields["Authorization"] = nil }?.status == 401)
    }

    @Test("pauses grow from 1 to 15 minutes, and an hour of quiet ends them")
    func pauses() {
        let tries = WrongTries()
        var now = ContinuousClock.now
        func pause() -> Int? {
            for _ in 1...10 where tries.note("a", now: now) != nil { return -1 }
            return tries.note("a", now: now)
        }
        for minutes in [1, 2, 4, 8, 15, 15, 15] {
            #expect(pause() == minutes * 60)
            #expect(tries.note("a", now: now + .milliseconds(500)) == minutes * 60)
            #expect(tries.note("b", now: now) == nil || minutes > 1)
            now += .seconds(minutes * 60)
        }
        now += .seconds(3_600)
        #expect(pause() == 60)
    }

    @Test("wrong tries that are spread over minutes are no attack")
    func slowTries() {
        let tries = WrongTries()
        let now = ContinuousClock.now
        for minute in 0..<30 {
            for _ in 0..<10 { #expect(tries.note("a", now: now + .seconds(minute * 60)) == nil) }
        }
    }

    @Test("a device that is revoked ends at its next request, also by another process")
    func revoked() throws {
        #expect(try ask().id == phone.id)
        let other = Devices(ServiceDatabase(beside: bench.folder.path + "/agenda.db"))
        try other.revoke("phone", at: ServiceBench.Clock().now)
        #expect(refusal { _ in }?.status == 401)
    }

    @Test("a service that changes nothing has devices that read")
    func readOnly() throws {
        let other = try ServiceBench(isReadOnly: true, after: bench)
        #expect(try ask().mayWrite)
        let device = try other.service.parts.gate.device(
            ServiceRequest("GET", "/dav/", fields: ["Authorization": Self.basic("me", password)]))
        #expect(!device.mayWrite)
    }

    @Test("where nobody has a device nothing is made")
    func nothing() throws {
        let bench = try ServiceBench()
        let request = ServiceRequest(
            "GET", "/dav/", fields: ["Authorization": Self.basic("me", password)])
        #expect(throws: Problem.self) { try bench.service.parts.gate.device(request) }
        #expect(try bench.service.parts.devices.all(at: ServiceBench.Clock().now).isEmpty)
        #expect(
            !FileManager.default.fileExists(
                atPath: bench.folder.appending(path: "service.db").path))
    }

    @Test("when and from where a device came in is noted once an hour")
    func seen() throws {
        func last() throws -> (Int?, String?) {
            let device = try bench.service.parts.devices.all(at: ServiceBench.Clock().now)[0]
            return (device.lastSeen, device.lastAddress)
        }
        #expect(try last() == (nil, nil))
        _ = try ask()
        #expect(try last() == (1_795_172_400, "127.0.0.1"))
        _ = try ask { $0.peer = "127.0.0.2" }
        #expect(try last().1 == "127.0.0.1")
        let device = try #require(
            bench.service.parts.devices.all(at: ServiceBench.Clock().now).first)
        let later = Instant(secondsSinceEpoch: 1_795_172_400 + 3_600)
        bench.service.parts.devices.note(device, from: nil, at: later)
        #expect(try last() == (1_795_172_400 + 3_600, nil))
    }
}

@Suite("The table of devices")
struct DevicesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "agenda-devices-\(UUID().uuidString)")
    private let now = ServiceBench.Clock().now

    private func devices() -> Devices {
        Devices(ServiceDatabase(beside: folder.appending(path: "agenda.db").path))
    }

    @Test("a device is what was added, in every process")
    func all() throws {
        var phone = Device(name: "phone", created: now)
        (phone.calendars, phone.mayWrite, phone.separatesTodos) = (["a", "Ü\"b"], false, true)
        phone.mayRemoveCalendars = true
        let (added, password) = try devices().add(phone)
        phone.id = 1
        #expect(added == phone)
        #expect(try devices().all(at: now) == [phone])
        #expect(try devices().device(password: password, at: now) == phone)
        #expect(!phone.sees("c") && phone.sees("a"))
        _ = try devices().add(Device(name: "laptop", created: now))
        #expect(try devices().all(at: now).map(\.id) == [1, 2])
    }

    @Test("a name is one device's until that is revoked")
    func names() throws {
        let (first, password) = try devices().add(Device(name: "phone", created: now))
        #expect(throws: CommandFailure.self) {
            try devices().add(Device(name: "phone", created: now))
        }
        try devices().revoke("phone", at: now)
        #expect(throws: CommandFailure.self) { try devices().revoke("phone", at: now) }
        let (second, _) = try devices().add(Device(name: "phone", created: now))
        #expect(second.id > first.id)
        #expect(try devices().device(password: password, at: now) == nil)
        for name in ["", "a\nb", String(repeating: "a", count: 1_001)] {
            #expect(throws: CommandFailure.self) {
                try devices().add(Device(name: name, created: now))
            }
        }
    }

    @Test("the file has no password, and is its owner's alone")
    func secrets() throws {
        let devices = devices()
        let (_, password) = try devices.add(Device(name: "phone", created: now))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.contains("service.db"))
        for name in names {
            let path = folder.appending(path: name)
            let bytes = try Data(contentsOf: path)
            for text in [password, password.replacingOccurrences(of: "-", with: "")] {
                #expect(bytes.firstRange(of: Data(text.utf8)) == nil, "\(name)")
            }
            let rights = try FileManager.default.attributesOfItem(atPath: path.path)
            #expect(rights[.posixPermissions] as? Int == 0o600, "\(name)")
        }
    }

    @Test("beside another database the file has its name")
    func path() {
        #expect(ServiceDatabase(beside: "/a/agenda.db").path == "/a/service.db")
        #expect(ServiceDatabase(beside: "/a/work.db").path == "/a/work-service.db")
    }

    @Test("a file that was moved away is forgotten while it is open, and another one read")
    func moved() throws {
        let (first, second) = (devices(), devices())
        _ = try first.add(Device(name: "phone", created: now))
        let path = folder.appending(path: "service.db")
        for suffix in ["", "-wal", "-shm"] {
            try FileManager.default.moveItem(
                atPath: path.path + suffix, toPath: path.path + ".old" + suffix)
        }
        #expect(try first.all(at: now).isEmpty)
        _ = try second.add(Device(name: "laptop", created: now))
        #expect(try first.all(at: now).map(\.name) == ["laptop"])
    }

    @Test("another program's file is refused, with what to do")
    func damaged() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(String(repeating: "no database ", count: 100).utf8).write(
            to: folder.appending(path: "service.db"))
        let error = #expect(throws: RoomDatabaseError.self) { try devices().all(at: now) }
        #expect(error?.description.contains("each device is added again") == true)
    }
}
