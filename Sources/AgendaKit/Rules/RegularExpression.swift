/// A regular expression, run by an automaton that is in all of its states at once: a text costs at most its length times
/// ``states``, whatever the expression is. So there are no back references, and nothing looks ahead or behind.
///
/// It knows `.`, `[…]`, `\d \w \s` and their opposites, `* + ? {n,m}`, `|`, groups, `^`, `$`, `\b` and `\B`, and searches
/// anywhere in a text. Case and accents do not count: letters are folded as those of the text are (``FoldedText``).
struct RegularExpression: Hashable, Sendable {
    /// Why a text is no such expression.
    enum Fault: Error, Hashable, Sendable {
        /// Something is missing or too much, at a character that is counted from 1.
        case syntax(Int)
        /// `\1`, `(?=…)`, `(?i)`, `a++`: nothing that an automaton does.
        case unsupported(Int)
        /// It has more than ``mostStates`` states.
        case tooLarge
    }

    /// A step of the automaton.
    enum State: Hashable, Sendable {
        /// Reads a character of a set, then goes on with the next state.
        case read(CharacterSet)
        /// Goes on with two states.
        case split(Int, Int)
        /// Goes on with another one.
        case jump(Int)
        /// Goes on with the next state where this holds.
        case check(Check)
        /// The text matches.
        case match
    }

    /// What may hold between two characters.
    enum Check: Hashable, Sendable {
        case begin, end, word, noWord
    }

    /// Some characters.
    struct CharacterSet: Hashable, Sendable {
        var ranges: [ClosedRange<UInt32>] = []
        /// Whether it is all others.
        var isInverted = false

        func contains(_ character: UInt32) -> Bool {
            ranges.contains { $0.contains(character) } != isInverted
        }

        static let digits = CharacterSet(ranges: [0x30...0x39])
        static let spaces = CharacterSet(ranges: [0x09...0x0D, 0x20...0x20, 0xA0...0xA0])
        /// Letters of all scripts count: everything outside ASCII does.
        static let words = CharacterSet(
            ranges: [0x30...0x39, 0x5F...0x5F, 0x61...0x7A, 0xAA...0x1FFF, 0x2C00...0x10FFFF])
        static let all = CharacterSet(isInverted: true)
    }

    /// More states than a person's expression has, and few enough for each character of a text.
    static let mostStates = 1_000
    /// More characters of a text are not looked at: as many as search reads (`SearchWords`).
    static let longestText = 65_536

    private let states: [State]

    /// Reads an expression, without the slashes around it.
    init(_ text: String) throws(Fault) {
        var compiler = RegularExpressionCompiler(text)
        states = try compiler.compiled()
    }

    /// How many states it has.
    var size: Int { states.count }

    /// Whether it matches somewhere in a text.
    func matches(_ text: FoldedText) -> Bool { search(text).isMatch }

    /// Whether it matches somewhere in a text, and how many states were looked at: at most twice ``size`` for each character and
    /// for the end.
    func search(_ text: FoldedText) -> (isMatch: Bool, work: Int) {
        var run = Run(states)
        var before: UInt32?
        var rest = String(decoding: text.bytes, as: UTF8.self).unicodeScalars
            .prefix(Self.longestText).lazy.map(\.value).makeIterator()
        var next = rest.next()
        while true {
            if run.enter(0, before, next) { return (true, run.work) }
            guard let character = next else { return (false, run.work) }
            (before, next) = (character, rest.next())
            if run.read(character, next) { return (true, run.work) }
        }
    }

    /// The states in which the automaton is.
    private struct Run {
        let states: [State]
        private var current: [Int] = []
        private var following: [Int] = []
        /// In which step each state was entered last.
        private var entered: [Int]
        private var step = 1
        private var pending: [Int] = []
        /// How many states were looked at.
        private(set) var work = 0

        init(_ states: [State]) {
            self.states = states
            entered = Array(repeating: 0, count: states.count)
        }

        /// Enters a state before a character is read, and those to which it leads; returns whether the text matches.
        mutating func enter(_ first: Int, _ before: UInt32?, _ next: UInt32?) -> Bool {
            pending.append(first)
            while let state = pending.popLast() {
                guard entered[state] != step else { continue }
                entered[state] = step
                work += 1
                switch states[state] {
                case .read: current.append(state)
                case .split(let first, let second):
                    pending.append(second)
                    pending.append(first)
                case .jump(let next): pending.append(next)
                case .check(let check):
                    if Self.holds(check, before, next) { pending.append(state + 1) }
                case .match: return true
                }
            }
            return false
        }

        /// Reads a character; returns whether the text matches before `next`.
        mutating func read(_ character: UInt32, _ next: UInt32?) -> Bool {
            step += 1
            swap(&current, &following)
            current.removeAll(keepingCapacity: true)
            work += following.count
            for state in following {
                if case .read(let set) = states[state], set.contains(character),
                    enter(state + 1, character, next)
                {
                    return true
                }
            }
            return false
        }

        private static func holds(_ check: Check, _ before: UInt32?, _ next: UInt32?) -> Bool {
            func isWord(_ character: UInt32?) -> Bool {
                character.map(CharacterSet.words.contains) ?? false
            }
            return switch check {
            case .begin: before == nil
            case .end: next == nil
            case .word: isWord(before) != isWord(next)
            case .noWord: isWord(before) == isWord(next)
            }
        }
    }
}
