internal import ICalendar

/// A text as patterns compare it: without case and accents, as in search, and with one space for all white space between
/// words.
struct FoldedText {
    /// The text in UTF-8.
    private(set) var bytes: [UInt8] = []
    private var letters = FoldedLetters()
    /// Whether white space at its beginning counts, because something stands before it.
    private let isPart: Bool

    init(isPart: Bool = false) { self.isPart = isPart }

    init(_ text: String) {
        self.init()
        set(text)
    }

    /// Takes another text; the memory stays.
    mutating func set(_ text: String) {
        var text = text
        text.withUTF8 { set(UnsafeRawBufferPointer($0)) }
    }

    /// Takes another text in UTF-8; the memory stays.
    mutating func set(_ text: UnsafeRawBufferPointer) {
        bytes.removeAll(keepingCapacity: true)
        if text.contains(where: { $0 >= 0x80 }) {
            for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { append(scalar) }
        } else {
            for byte in text { append(ascii: byte) }
        }
        if bytes.last == 0x20 { bytes.removeLast() }
    }

    /// Adds a character.
    mutating func append(_ scalar: Unicode.Scalar) {
        guard !scalar.isASCII else { return append(ascii: UInt8(scalar.value)) }
        switch letters.role(of: scalar) {
        case .ignored: break
        case .letter(let folded), .character(let folded): bytes += folded
        case .separator:
            if scalar.properties.isWhitespace {
                append(ascii: 0x20)
            } else {
                bytes += Array(String(scalar).utf8)
            }
        }
    }

    private mutating func append(ascii byte: UInt8) {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): bytes.append(byte | 0x20)
        case 0x09...0x0D, 0x20:
            if bytes.last.map({ $0 != 0x20 }) ?? isPart { bytes.append(0x20) }
        default: bytes.append(byte)
        }
    }
}
