/// The page of one command.
struct ManualPage {
    var command: CommandDescription
    /// The program to which the command belongs.
    var program: CommandDescription
    /// The program's version.
    var version: String
    /// The date of the page: `2026-11-20`.
    var date: String

    /// The page in the man(7) language.
    var text: String {
        var page = Roff(
            title: command.pageName, date: date, source: "\(program.commandName) \(version)")
        page.section("NAME")
        page.line("\(Roff.escaped(command.pageName)) \\- \(Roff.escaped(summary))")
        page.section("SYNOPSIS")
        page.line(synopsis)
        if let description { page.section("DESCRIPTION"); page.paragraphs(description) }
        commands(&page)
        arguments(&page)
        if isProgram { ProgramSections.write(to: &page) }
        page.section("SEE ALSO")
        page.line(seeAlso)
        return page.text
    }

    private var isProgram: Bool { command.superCommands?.isEmpty ?? true }

    /// The abstract for whatis(1), which is not a sentence.
    private var summary: String {
        var text = command.abstract ?? command.words.joined(separator: " ")
        if text.hasSuffix(".") { text.removeLast() }
        // "CSS colours" would keep its capitals.
        if !(text.dropFirst().first?.isUppercase ?? true) {
            text = text.prefix(1).lowercased() + text.dropFirst()
        }
        return text
    }

    private var synopsis: String {
        var parts = [Roff.bold(command.words.joined(separator: " "))]
        if !command.below.isEmpty { parts.append("[\(Roff.italic("command"))]") }
        parts.append("[\(Roff.italic("option"))]...")
        for argument in command.arguments({ $0.kind == "positional" }) {
            let name = Roff.italic(argument.valueName ?? "")
            parts.append(
                (argument.isOptional ? "[\(name)]" : name) + (argument.isRepeating ? "..." : ""))
        }
        return parts.joined(separator: " ")
    }

    private var description: String? {
        var lines = [command.abstract, command.discussion].compactMap { $0 }
        if command.discussion == nil, let name = command.defaultSubcommand {
            let words = command.words.joined(separator: " ")
            lines.append("Without a command it does what `\(words) \(name)` does.")
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    private func commands(_ page: inout Roff) {
        let others = isProgram ? Array(command.all.dropFirst()) : command.below
        guard !others.isEmpty else { return }
        page.section("COMMANDS")
        for other in others {
            page.item(Self.reference(other.pageName), other.abstract ?? "")
        }
    }

    private func arguments(_ page: inout Roff) {
        let positional = command.arguments { $0.kind == "positional" }
        if !positional.isEmpty { page.section("ARGUMENTS") }
        for argument in positional {
            page.item(Roff.italic(argument.valueName ?? ""), Self.meaning(argument))
        }
        let options = command.arguments { $0.kind != "positional" }
        if !options.isEmpty { page.section("OPTIONS") }
        var index = 0
        while index < options.count {
            let option = options[index]
            var names = option.names ?? []
            index += 1
            // A flag and its inverse form one item.
            if let opposite = options[safe: index],
                opposite.names?.first?.name
                    == names.first
                    .map({ "no-" + $0.name })
            {
                names += opposite.names ?? []
                index += 1
            }
            var term = names.map { Roff.bold($0.typed) }.joined(separator: ", ")
            if option.kind == "option" { term += " " + Roff.italic(option.valueName ?? "value") }
            page.item(term, Self.meaning(option))
        }
    }

    private static func meaning(_ argument: CommandDescription.Argument) -> String {
        var lines = [argument.abstract, argument.discussion].compactMap { $0 }
        if let value = argument.defaultValue, argument.kind != "flag" {
            lines.append("Unless given: \(value).")
        }
        return lines.joined(separator: "\n")
    }

    private var seeAlso: String {
        var names: [String] = []
        for count in 1..<max(1, command.words.count) {
            names.append(command.words.prefix(count).joined(separator: "-"))
        }
        names += command.below.map(\.pageName)
        return names.map(Self.reference).joined(separator: ", ")
    }

    /// `agenda-list(1)`.
    private static func reference(_ pageName: String) -> String { Roff.bold(pageName) + "(1)" }
}

extension Array {
    fileprivate subscript(safe index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
