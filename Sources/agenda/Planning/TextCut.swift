/// Cuts lines that do not fit beside something else.
struct TextCut {
    /// How many columns there are.
    var columns: Int
    /// How text is shown.
    var style: TextStyle

    /// The line, or as much of it as fits and a mark that more was there. Escape sequences take no
    /// column; one that is begun is ended.
    func line(_ text: String) -> String {
        let mark = style.isUTF8 ? "…" : "..."
        var (result, used) = ("", 0)
        // How many bytes of the result still leave room for the mark.
        var (fitting, isStyled, fittingIsStyled) = (0, false, false)
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "\u{1B}" {
                let sequence = rest.prefix { $0 != "m" }
                rest = rest.dropFirst(sequence.count + 1)
                result += "\u{1B}" + sequence + "m"
                isStyled = sequence != "[0"
                continue
            }
            used += Self.columns(of: character)
            guard used <= columns else {
                return String(decoding: result.utf8.prefix(fitting), as: UTF8.self) + mark
                    + (fittingIsStyled ? "\u{1B}[0m" : "")
            }
            result.append(character)
            if used <= columns - mark.count {
                (fitting, fittingIsStyled) = (result.utf8.count, isStyled)
            }
        }
        return result
    }

    /// Two for CJK characters and emoji (Unicode Standard Annex 11, by blocks), none for what stands
    /// above or below its neighbour, else one.
    private static func columns(of character: Character) -> Int {
        guard let first = character.unicodeScalars.first, !character.isASCII else { return 1 }
        if character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch first.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
            0x1F900...0x1FAFF, 0x1F1E6...0x1F1FF, 0x20000...0x3FFFD:
            return 2
        default: break
        }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return 1
        }
    }
}
