import AgendaActions
import AgendaKit
import Synchronization

/// What a tool answered, and whether it did what it is for.
struct ToolRun: Sendable {
    /// The document, or what was done.
    var output: String
    /// What an assistant should know besides, or why it was refused.
    var complaint: String
    /// Whether it did what was asked, perhaps with parts that could not be read.
    var hasWorked: Bool

    /// How much an answer may have: what an assistant can use of it is far less.
    private static let outputLimit = 1 << 20

    /// One that did nothing.
    static func failed(_ text: String) -> ToolRun {
        ToolRun(output: "", complaint: text, hasWorked: false)
    }

    /// One with this output, unless that is too long.
    static func answered(_ bytes: [UInt8], complaint: String) -> ToolRun {
        guard bytes.count <= outputLimit else {
            return failed("the answer has over 1 MiB: ask for fewer days or with a limit")
        }
        return ToolRun(
            output: String(decoding: bytes, as: UTF8.self), complaint: complaint, hasWorked: true)
    }

    /// Does something for a person of these options, as a command of its own does: a damaged database is repaired, and
    /// what is said meanwhile is a part of the answer.
    static func of(
        _ common: CommonOptions, _ body: (Person) async throws -> ToolRun
    ) async -> ToolRun {
        let heard = HeardLines()
        var run: ToolRun
        do {
            var person = try common.person()
            // Whoever starts this command sits at no terminal that could be asked.
            let nobody = Person(clock: person.clock, zone: person.zone)
            (person.report, person.choose) = (heard, nobody.choose)
            (person.chooseScope, person.isQuiet) = (nobody.chooseScope, false)
            person.edits = .assistant
            do {
                run = try await body(person)
            } catch let error as AgendaError where StoreAccess.canMend(error) {
                guard try await StoreAccess.mend(error, heard) else { throw error }
                run = try await body(person)
            }
        } catch let error as AgendaError {
            run = .failed(error.sentence)
        } catch let failure as CommandFailure {
            run = .failed(named(failure.message?.text ?? ""))
            if failure.message == nil, heard.lines.isEmpty { run = .failed("agenda ended") }
        } catch {
            run = .failed("\(error)")
        }
        run.complaint = (heard.lines + [run.complaint]).filter { !$0.isEmpty }
            .joined(separator: "\n")
        return run
    }

    /// A sentence about the options of a command as one about a tool's arguments; command lines in quotes stay.
    private static func named(_ sentence: String) -> String {
        sentence.replacing(#/'agenda [^']*'|--[a-z-]+/#) {
            arguments[String($0.0)] ?? String($0.0)
        }
    }

    /// The arguments of the tools by the options that say the same.
    private static let arguments = Dictionary(
        uniqueKeysWithValues: (ItemSetting.allCases.map(\.rawValue) + [
            "scope", "calendar", "parent",
        ]).map { name in
            let isZone = name == ItemSetting.timeZone.rawValue
            return ("--" + (isZone ? "event-" : "") + name.replacing("_", with: "-"), name)
        })
}

/// Keeps what is reported.
private final class HeardLines: Report {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    func hear(_ line: String) {
        let line = SafeText.line(line, isUTF8: Environment.isUTF8)
        kept.withLock { $0.append(line) }
    }

    func progress(isStored: Bool) -> (any ProgressReport)? { nil }
}
