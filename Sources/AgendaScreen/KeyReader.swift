/// Turns a terminal's bytes into keys: UTF-8, the sequences of ECMA-48 as xterm sends them, its mouse in
/// SGR form (mode 1006), and bracketed paste.
struct KeyReader {
    private var bytes: [UInt8] = []
    private var pasted: [UInt8]?

    /// A paste beyond this is cut: no title is longer.
    private static let longestPaste = 65_536
    private static let escape: UInt8 = 0x1B
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    /// How long to wait for the rest of a sequence, in milliseconds; nil if nothing is pending. A lone
    /// escape is soon the key; the rest of a sequence may come late over a slow line.
    var patience: Int32? {
        guard bytes.first == Self.escape, pasted == nil else { return nil }
        return bytes.count == 1 ? 50 : 500
    }

    /// The keys that these bytes complete.
    mutating func read(_ new: some Sequence<UInt8>) -> [Key] {
        bytes += new
        var keys: [Key] = []
        while let (key, length) = next() {
            bytes.removeFirst(length)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// What is pending after ``patience``: the escape key, or a sequence that will not be completed.
    mutating func giveUp() -> Key? {
        guard patience != nil else { return nil }
        defer { bytes = [] }
        return bytes.count == 1 ? .escape : .other
    }

    /// The first key and its bytes; nil if more are needed.
    private mutating func next() -> (Key?, Int)? {
        guard let first = bytes.first else { return nil }
        if pasted != nil { return pasting() }
        switch first {
        case Self.escape: return sequence()
        case 0x0A, 0x0D: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0x00..<0x20: return (.other, 1)
        default: return character()
        }
    }

    private func character() -> (Key?, Int)? {
        let length =
            switch bytes[0] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        let present = bytes.prefix(length)
        // Not UTF-8: skip the first byte alone, for the next may begin a character.
        if let place = present.dropFirst().firstIndex(where: { $0 & 0xC0 != 0x80 }) {
            return (nil, place)
        }
        guard present.count == length else { return nil }
        guard let text = String(validating: present, as: UTF8.self) else { return (nil, length) }
        return (.text(text), length)
    }

    private mutating func pasting() -> (Key?, Int)? {
        let end = bytes.firstRange(of: Self.endOfPaste)
        // The end may have come in part.
        let count = end?.lowerBound ?? max(0, bytes.count - Self.endOfPaste.count + 1)
        let room = Self.longestPaste - (pasted?.count ?? 0)
        pasted?.append(contentsOf: bytes.prefix(min(count, room)))
        guard let end else {
            bytes.removeFirst(count)
            return nil
        }
        defer { pasted = nil }
        return (.paste(String(decoding: pasted ?? [], as: UTF8.self)), end.upperBound)
    }

    /// A sequence that begins with the escape character.
    private mutating func sequence() -> (Key?, Int)? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["):
            guard let end = bytes.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
                return nil
            }
            return (control(bytes[2..<end], bytes[end]), end + 1)
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return nil }
            return (Self.arrows[bytes[2]] ?? .other, 3)
        // Two escapes: the first is the key.
        case Self.escape: return (.escape, 1)
        default: return (.other, 2)
        }
    }

    private static let arrows: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
        UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    ]

    private static let shifted: [Key: Key.Arrow] = [
        .up: .up, .down: .down, .left: .left, .right: .right,
    ]

    private static let numbered: [Int: Key] = [
        1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]

    private mutating func control(_ parameters: ArraySlice<UInt8>, _ final: UInt8) -> Key? {
        let text = String(decoding: parameters, as: UTF8.self)
        if text.hasPrefix("<") {
            return mouse(text.dropFirst(), isPress: final == UInt8(ascii: "M"))
        }
        // DSR: ready, or with a fault; both are answers (ECMA-48 8.3.35).
        if final == UInt8(ascii: "n") { return ["0", "3"].contains(text) ? .answer : .other }
        let number = Int(text.prefix { $0 != ";" }) ?? 0
        guard final == UInt8(ascii: "~") else {
            let key = Self.arrows[final] ?? .other
            // `1;2A`: one more than the sum of Shift (1), Alt (2) and Control (4), as xterm counts.
            let held = (text.split(separator: ";").dropFirst().first.flatMap { Int($0) } ?? 1) - 1
            let arrow = Self.shifted[key]
            return held & 3 == 0 ? key : arrow.map { .shifted($0, isFine: held & 1 == 0) } ?? key
        }
        if number == 200 {
            pasted = []
            return nil
        }
        return Self.numbered[number] ?? .other
    }

    /// `0;12;5`: the button, the column and the row, which count from 1. Releases mean nothing.
    private func mouse(_ text: Substring, isPress: Bool) -> Key? {
        let numbers = text.split(separator: ";").compactMap { Int($0) }
        guard numbers.count == 3, isPress else { return nil }
        switch numbers[0] {
        case 0: return .click(column: numbers[1] - 1, row: numbers[2] - 1)
        case 64: return .wheel(-3)
        case 65: return .wheel(3)
        default: return nil
        }
    }
}

/// What a person presses, types, pastes or clicks on a terminal.
enum Key: Hashable {
    /// One character as typed.
    case text(String)
    /// Several characters at once, through bracketed paste (xterm's mode 2004).
    case paste(String)
    case enter, escape, tab, backspace, delete
    case up, down, left, right, pageUp, pageDown, home, end
    /// An arrow together with Shift, or finely with Alt.
    case shifted(Arrow, isFine: Bool)
    /// A letter pressed together with Control.
    case control(Character)
    /// The left button at a cell; both count from 0.
    case click(column: Int, row: Int)
    /// The wheel: lines, positive towards the end.
    case wheel(Int)
    /// The terminal says that all before its question has come (``LinePace``).
    case answer
    /// A sequence without a meaning here.
    case other

    enum Arrow: Hashable {
        case up, down, left, right

        /// The arrow alone.
        var key: Key {
            switch self {
            case .up: .up
            case .down: .down
            case .left: .left
            case .right: .right
            }
        }
    }
}
