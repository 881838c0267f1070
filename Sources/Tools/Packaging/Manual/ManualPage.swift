/// The page of one command.
struct ManualPage {
    var command: CommandDescription
    /// The program to which the command belongs.
    var program: CommandDescription
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
        page.section("COMMANDS", commands)
        page.section("ARGUMENTS", arguments)
        page.section("OPTIONS", options)
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

    private var commands: [(term: String, meaning: String)] {
        let others = isProgram ? Array(command.all.dropFirst()) : command.below
        return others.map { (Self.reference($0.pageName), $0.abstract ?? "") }
    }

    private var arguments: [(term: String, meaning: String)] {
        command.arguments { $0.kind == "positional" }.map { argument in
            (Roff.italic(argument.valueName ?? ""), Self.meaning(argument))
        }
    }

    private var options: [(term: String, meaning: String)] {
        var items: [(term: String, meaning: String)] = []
        var rest = command.arguments { $0.kind != "positional" }[...]
        while let option = rest.popFirst() {
            var names = option.names ?? []
            // A flag and its inverse form one item.
            if let name = names.first?.name, rest.first?.names?.first?.name == "no-" + name {
                names += rest.removeFirst().names ?? []
            }
            var term = names.map { Roff.bold($0.typed) }.joined(separator: ", ")
            if option.kind == "option" { term += " " + Roff.italic(option.valueName ?? "value") }
            items.append((term, Self.meaning(option)))
        }
        return items
    }

    private static func meaning(_ argument: CommandDescription.Argument) -> String {
        var lines = [argument.abstract, argument.discussion].compactMap { $0 }
        if let value = argument.defaultValue, argument.kind != "flag" {
            lines.append("Unless given: \(value).")
        }
        return lines.joined(separator: "\n")
    }

    private var seeAlso: String {
        let above = (1..<max(1, command.words.count)).map {
            command.words.prefix($0).joined(separator: "-")
        }
        let names = above + command.below.map(\.pageName)
        return names.map(Self.reference).joined(separator: ", ")
    }

    /// `agenda-list(1)`.
    private static func reference(_ pageName: String) -> String { Roff.bold(pageName) + "(1)" }
}
