/// The marks on a line.
package enum Symbols: Hashable {
    case unicode
    case ascii

    package var begins: String { self == .unicode ? "↦" : "->" }
    package var goesOn: String { self == .unicode ? "↔" : "<->" }
    package var ends: String { self == .unicode ? "⇥" : "->|" }
    package var recurs: String { self == .unicode ? "⟳" : "(R)" }
}
