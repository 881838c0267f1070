package import AgendaKit
import Synchronization

/// The rules of a configuration file, read when somebody needs them: at most starts the store has them already, and reading fifty
/// would cost as much as a day's list.
package final class RuleSource: Sendable {
    private let path: String
    private let text: [UInt8]
    private let state = Mutex(State())

    private struct State {
        var read: (rules: [Rule]?, faults: [Configuration.Fault])?
        /// Whether the store has them as they are here, so that they can be read.
        var isKnown = false
        var hasTold = false
    }

    /// - Parameters:
    ///   - text: the whole file in UTF-8.
    ///   - path: its path, for the places in faults.
    init(_ text: [UInt8], path: String) { (self.text, self.path) = (text, path) }

    /// The rules; nil if one of them cannot be read.
    package var rules: [Rule]? { read().rules }

    /// What is wrong with them.
    package var faults: [Configuration.Fault] { read().faults }

    /// What is wrong with them, the first time that it is asked for.
    package var untold: [Configuration.Fault] {
        let faults = faults
        return state.withLock { state in
            defer { state.hasTold = true }
            return state.hasTold ? [] : faults
        }
    }

    /// Whether one of them cannot be read.
    package var areBroken: Bool {
        if state.withLock({ $0.isKnown }) { return false }
        return rules == nil
    }

    /// Notes that the store has them as they are here.
    func areKnown() { state.withLock { $0.isKnown = true } }

    private func read() -> (rules: [Rule]?, faults: [Configuration.Fault]) {
        if let known = state.withLock({ $0.read }) { return known }
        var configuration = Configuration()
        do {
            let text = String(decoding: text, as: UTF8.self)
            configuration.readRules(try TOMLDocument(text).entries, path: path)
        } catch {
            configuration.note("\(path):\(error.line): \(error.reason)", error.reason)
        }
        let found = (configuration.rules, configuration.faults)
        state.withLock { $0.read = found }
        return found
    }

    /// The lines of a file without those of its rules, which become empty; nil if it has no rules, or some in another form than
    /// lines `[[rules]]` with what belongs to them below.
    static func lines(without text: [UInt8]) -> [UInt8]? {
        var rest: [UInt8] = []
        var (isRule, hasRules, isForeign) = (false, false, false)
        text.withUnsafeBytes { text in
            var start = 0
            while start < text.count, !isForeign {
                var end = start
                while end < text.count, text[end] != 0x0A { end += 1 }
                var begin = start
                while begin < end, text[begin] == 0x20 || text[begin] == 0x09 { begin += 1 }
                if begin < end, text[begin] == UInt8(ascii: "[") {
                    let line = text[begin..<end]
                    isRule = line.starts(with: header)
                    hasRules = hasRules || isRule
                    // Something else in two brackets is for a reader.
                    isForeign = !isRule && line.dropFirst().first == UInt8(ascii: "[")
                }
                if !isRule { rest += text[start..<end] }
                rest.append(0x0A)
                start = end + 1
            }
        }
        guard hasRules, !isForeign else { return nil }
        while rest.last == 0x0A { rest.removeLast() }
        return rest + [0x0A]
    }

    private static let header = Array("[[\(Configuration.ruleTable)]]".utf8)
}
