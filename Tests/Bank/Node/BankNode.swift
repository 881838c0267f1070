import AgendaBank
import Foundation

/// A node of a bank without sockets: does what the lines of its standard input say, each at once, and answers each with a line.
///
/// A line is a number, a command and its values, with tabs between them; the answer is the number, `ok` with values or `fault`
/// with its reason. `-` stands for no value.
@main
struct BankNode {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let caller = Double(arguments[2]),
            let connection = Double(arguments[3])
        else {
            FileHandle.standardError.write(Data("usage: BankNode DATABASE SECONDS SECONDS\n".utf8))
            exit(64)
        }
        var patience = PostgresConnection.Patience()
        (patience.caller, patience.connection) = (caller, connection)
        let bank = PostgresBank(arguments[1], patience: patience)
        let follower = Follower(arguments[1])
        // Reads its lines on this thread; answers come from others.
        Thread.detachNewThread {
            while let line = readLine() {
                let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
                    .map(String.init)
                Task {
                    let answer = await answer(bank, follower, parts)
                    FileHandle.standardOutput.write(Data("\(parts[0])\t\(answer)\n".utf8))
                }
            }
            exit(0)
        }
        while true { try? await Task.sleep(for: .seconds(3_600)) }
    }

    private static func answer(
        _ bank: PostgresBank, _ follower: Follower, _ parts: [String]
    ) async -> String {
        do throws(PostgresFault) {
            if parts[1] == "look" {
                return (["ok"] + (try await follower.look())).joined(separator: "\t")
            }
            let found = try await perform(bank, parts[1], Array(parts.dropFirst(2)))
            return (["ok"] + found).joined(separator: "\t")
        } catch { return "fault\t\(error.reason.rawValue)\t\(error.state)\t\(error.message)" }
    }

    private static func perform(
        _ bank: PostgresBank, _ command: String, _ values: [String]
    ) async throws(PostgresFault) -> [String] {
        func number(_ at: Int) -> Int64 { Int64(values[at]) ?? 0 }
        func calendar(_ at: Int) -> Int32 { Int32(values[at]) ?? 0 }
        func text(_ at: Int) -> String? { values[at] == "-" ? nil : values[at] }
        func identifier(_ at: Int) -> BankIdentifier {
            BankIdentifier(
                high: UInt64(values[at].prefix(16), radix: 16) ?? 0,
                low: UInt64(values[at].suffix(16), radix: 16) ?? 0)
        }
        func done(_ write: BankWrite) -> [String] {
            ["\(write.modseq)", write.etag, "\(write.isRepeated)", "\(write.calendar)"]
        }
        switch command {
        // USER CALENDAR NAME EXPECTED IDENTIFIER BODY
        case "put":
            return done(
                try await bank.put(
                    Array(values[5].utf8), values[2], in: calendar(1), of: number(0), if: text(3),
                    uid: values[2], kind: "VEVENT", identifier(4)))
        case "remove":
            return done(
                try await bank.remove(
                    values[2], in: calendar(1), of: number(0), if: values[3], identifier(4)))
        case "make":
            return done(try await bank.makeCalendar(values[1], of: number(0), identifier(2)))
        // USER CALENDAR NAME
        case "get":
            let body = try await bank.bodies([values[2]], of: calendar(1), number(0))[values[2]]
            return body.map { [$0.etag, String(decoding: $0.bytes, as: UTF8.self)] } ?? ["-", ""]
        // USER CALENDAR TOKEN: the token, then each name with its tag; a name that is gone has none
        case "members":
            let changes = try await bank.members(
                of: calendar(1), number(0), since: text(2).flatMap(token))
            guard let changes else { return ["refused"] }
            return [word(changes.token)]
                + changes.members.map { $0.isGone ? "\($0.href)=" : "\($0.href)=\($0.etag)" }
        // USER TOKEN: the token, then each resource's number, tag and name
        case "news":
            guard let news = try await bank.news(of: number(0), since: text(1).flatMap(token))
            else {
                return ["refused"]
            }
            return [word(news.token)]
                + news.resources.map {
                    "\($0.modseq)=\($0.body == nil ? "" : $0.etag)=\($0.href)"
                }
        case "check": return ["\(try await bank.check())"]
        default: throw PostgresFault(.failed, "no such command")
        }
    }

    private static func word(_ token: BankToken) -> String {
        "\(token.generation):\(token.modseq):\(token.nonce)"
    }

    private static func token(_ word: String) -> BankToken? {
        let parts = word.split(separator: ":")
        guard parts.count == 3, let generation = Int64(parts[0]), let modseq = Int64(parts[1]),
            let nonce = UInt64(parts[2])
        else { return nil }
        return BankToken(generation: generation, modseq: modseq, nonce: nonce)
    }
}

/// One look after the other.
private actor Follower {
    private let feed: BankFeed

    init(_ place: String) { feed = BankFeed(place) }

    /// `all`, or the users with their numbers.
    func look() throws(PostgresFault) -> [String] {
        switch try feed.look() {
        case .all: ["all"]
        case .users(let users): users.map { "\($0.key)=\($0.value)" }
        }
    }
}
