/// Reads a regular expression and makes the states of its automaton (Thompson's construction).
struct RegularExpressionCompiler {
    private typealias Fault = RegularExpression.Fault
    private typealias State = RegularExpression.State
    private typealias CharacterSet = RegularExpression.CharacterSet

    private let text: [Unicode.Scalar]
    private var position = 0
    private var depth = 0

    /// More groups in each other than a person writes; each takes memory of the stack.
    private static let deepest = 50

    init(_ text: String) { self.text = Array(text.unicodeScalars) }

    /// The automaton's states; the first one is entered first.
    mutating func compiled() throws(RegularExpression.Fault) -> [RegularExpression.State] {
        let states = try alternatives()
        guard position == text.count else { throw .syntax(position + 1) }
        return try checked(states + [.match])
    }

    private var next: Unicode.Scalar? { position < text.count ? text[position] : nil }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        position += 1
        return true
    }

    private func checked(
        _ states: [RegularExpression.State]
    ) throws(RegularExpression.Fault) -> [RegularExpression.State] {
        guard states.count <= RegularExpression.mostStates else { throw .tooLarge }
        return states
    }

    /// States that lead to places in themselves, moved by a distance.
    private static func moved(_ states: [State], by distance: Int) -> [State] {
        states.map { state in
            switch state {
            case .split(let first, let second): .split(first + distance, second + distance)
            case .jump(let next): .jump(next + distance)
            default: state
            }
        }
    }

    private static func joined(_ first: [State], _ second: [State]) -> [State] {
        first + moved(second, by: first.count)
    }

    /// `a|b`; each part ends where the whole ends.
    private mutating func alternatives() throws(RegularExpression.Fault) -> [State] {
        var all = try sequence()
        while take("|") {
            let other = try sequence()
            // split, all, jump to the end, other
            let end = all.count + 2 + other.count
            all =
                [.split(1, all.count + 2)] + Self.moved(all, by: 1) + [.jump(end)]
                + Self.moved(other, by: all.count + 2)
            all = try checked(all)
        }
        return all
    }

    private mutating func sequence() throws(RegularExpression.Fault) -> [State] {
        var all: [State] = []
        while let next, next != "|", next != ")" {
            let one = try atom()
            all = try checked(Self.joined(all, try repeated(one)))
        }
        return all
    }

    /// An atom with what says how often it stands there.
    private mutating func repeated(_ one: [State]) throws(RegularExpression.Fault) -> [State] {
        let place = position
        let (least, most): (Int, Int?)
        switch next {
        case "*": (least, most) = (0, nil)
        case "+": (least, most) = (1, nil)
        case "?": (least, most) = (0, 1)
        case "{":
            guard let counts = try counts() else { return one }
            (least, most) = counts
            position -= 1
        default: return one
        }
        position += 1
        // As few as possible or as many, the same texts match.
        _ = take("?")
        if next == "+" || next == "*" || next == "?" { throw .unsupported(position + 1) }
        guard most.map({ $0 >= least }) ?? true else { throw .syntax(place + 1) }
        let size = one.count * max(most ?? 0, least + 1)
        guard size <= RegularExpression.mostStates else { throw .tooLarge }
        var all: [State] = []
        for _ in 0..<least { all = Self.joined(all, one) }
        if let most {
            for _ in least..<most {
                all = Self.joined(all, [.split(1, one.count + 1)] + Self.moved(one, by: 1))
            }
        } else {
            all = Self.joined(
                all, [.split(1, one.count + 2)] + Self.moved(one, by: 1) + [.jump(0)])
        }
        return try checked(all)
    }

    /// `{2}`, `{2,}`, `{2,5}` without its last character; nil for a brace that is one.
    private mutating func counts() throws(RegularExpression.Fault) -> (Int, Int?)? {
        guard let end = text[position...].firstIndex(of: "}") else { return nil }
        let words = String(String.UnicodeScalarView(text[(position + 1)..<end]))
            .split(separator: ",", omittingEmptySubsequences: false)
        guard (1...2).contains(words.count), let least = Int(words[0]), least >= 0,
            words[0].allSatisfy(\.isNumber)
        else { throw .syntax(position + 1) }
        let most: Int?
        if words.count == 1 {
            most = least
        } else if words[1].isEmpty {
            most = nil
        } else {
            guard let number = Int(words[1]), number >= 0 else { throw .syntax(position + 1) }
            most = number
        }
        guard max(least, most ?? 0) <= RegularExpression.mostStates else { throw .tooLarge }
        position = end + 1
        return (least, most)
    }

    private mutating func atom() throws(RegularExpression.Fault) -> [State] {
        guard let scalar = next else { throw .syntax(position + 1) }
        position += 1
        switch scalar {
        case "(": return try group()
        case "[": return [.read(try characters())]
        case ".": return [.read(.all)]
        case "^": return [.check(.begin)]
        case "$": return [.check(.end)]
        case "*", "+", "?": throw .syntax(position)
        case "\\": return try escaped()
        default: return Self.folded(scalar).map { .read(CharacterSet(ranges: [$0...$0])) }
        }
    }

    private mutating func group() throws(RegularExpression.Fault) -> [State] {
        let place = position
        if take("?"), !take(":") { throw .unsupported(place) }
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw .tooLarge }
        let states = try alternatives()
        guard take(")") else { throw .syntax(place) }
        return states
    }

    private mutating func escaped() throws(RegularExpression.Fault) -> [State] {
        guard let scalar = next else { throw .syntax(position) }
        position += 1
        switch scalar {
        case "b": return [.check(.word)]
        case "B": return [.check(.noWord)]
        default:
            if let set = Self.named(scalar) { return [.read(set)] }
            return [.read(CharacterSet(ranges: [try literal(scalar)]))]
        }
    }

    private static func named(_ scalar: Unicode.Scalar) -> CharacterSet? {
        switch scalar {
        case "d": return .digits
        case "w": return .words
        case "s": return .spaces
        case "D", "W", "S":
            var set: CharacterSet =
                scalar == "D" ? .digits : scalar == "W" ? .words : .spaces
            set.isInverted = true
            return set
        default: return nil
        }
    }

    /// The character that follows a backslash and stands for itself.
    private func literal(
        _ scalar: Unicode.Scalar
    ) throws(RegularExpression.Fault) -> ClosedRange<UInt32> {
        switch scalar {
        case "t", "n", "r": return 0x20...0x20
        case "0"..."9", "a"..."z", "A"..."Z": throw .unsupported(position)
        default: return scalar.value...scalar.value
        }
    }

    /// `[a-z_]`, `[^0-9]`, behind its first bracket.
    private mutating func characters() throws(RegularExpression.Fault) -> CharacterSet {
        let place = position
        var set = CharacterSet(isInverted: take("^"))
        var isFirst = true
        while let scalar = next, isFirst || scalar != "]" {
            position += 1
            isFirst = false
            var low = scalar
            if scalar == "\\" {
                guard let escaped = next else { throw .syntax(place) }
                position += 1
                if let named = Self.named(escaped) {
                    guard !named.isInverted else { throw .unsupported(position) }
                    set.ranges += named.ranges
                    continue
                }
                low = Unicode.Scalar(try literal(escaped).lowerBound) ?? escaped
            }
            let (first, hasMore) = (Self.folded(low), next == "-")
            guard hasMore, position + 1 < text.count, text[position + 1] != "]" else {
                set.ranges += first.map { $0...$0 }
                continue
            }
            position += 1
            var high = text[position]
            position += 1
            if high == "\\" {
                guard let escaped = next else { throw .syntax(place) }
                position += 1
                high = Unicode.Scalar(try literal(escaped).lowerBound) ?? escaped
            }
            guard let lower = first.first, let upper = Self.folded(high).first, lower <= upper
            else { throw .syntax(position) }
            set.ranges.append(lower...upper)
        }
        guard take("]") else { throw .syntax(place) }
        return set
    }

    /// A letter as it stands in folded texts, where it may be two or none.
    private static func folded(_ scalar: Unicode.Scalar) -> [UInt32] {
        var text = FoldedText(isPart: true)
        text.append(scalar)
        return String(decoding: text.bytes, as: UTF8.self).unicodeScalars.map(\.value)
    }
}
