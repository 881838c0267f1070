/// The page's scripts as browsers get them: a file a module would be forty requests before the first event is seen.
///
/// `start.js` has all that the list needs, each module as a function that is called once, when another wants it, so that
/// names of modules do not meet. A module that is loaded when it is first used brings along those that only it needs.
/// This takes what the modules keep to: imports and exports begin a line and end on it, what is exported never changes,
/// no two import each other, and no text goes over lines. The files as they are make the same page.
struct PageModules {
    /// What the list needs: these, and what they import.
    private static let first = ["start.js", "app.js"]
    private static let runtime = """
        const $made = {}, $makers = {};
        export const $add = (makers) => Object.assign($makers, makers);
        export const $need = (name) => ($made[name] ??= $makers[name]());

        """

    private let modules: [String: Module]
    /// - Parameter scripts: text by file name.
    init(_ scripts: [String: String]) {
        modules = scripts.mapValues { Module(Self.lines($0)) }
    }

    /// The scripts by file name.
    var files: [String: String] {
        let list = needed(by: Self.first)
        var files: [String: String] = [:]
        for (name, module) in modules {
            if name == Self.first[0] {
                files[name] = Self.runtime + functions(list, list) + "$need(\"\(name)\");\n"
            } else if module.isModule {
                files[name] =
                    "import { $add, $need } from \"./\(Self.first[0])\";\n"
                    + functions(needed(by: [name]).subtracting(list), list)
                    + "export const { \(module.exports.joined(separator: ", ")) } = $need(\"\(name)\");\n"
            } else {
                files[name] = module.code
            }
        }
        return files
    }

    /// The names of those that browsers ask for: not of modules that are always in another file, which the checks ask for.
    var wanted: Set<String> {
        let late = modules.values.flatMap { $0.code.matches(of: /import\("\.\/([a-z]+\.js)"\)/) }
        let alone = modules.filter { !$0.value.isModule }.keys
        return Set(late.map { String($0.1) }).subtracting(needed(by: Self.first))
            .union(alone).union(Self.first.prefix(1))
    }

    /// Lines without what only people read: white space at their beginning, and comments that have lines of their own.
    static func lines(_ text: String) -> [Substring] {
        var isComment = false
        return text.split(separator: "\n").compactMap { line in
            let line = line.drop { $0 == " " }
            let begins = !isComment && line.hasPrefix("/*")
            if isComment || begins {
                isComment = !line.hasSuffix("*/")
                return nil
            }
            return line.isEmpty || line.hasPrefix("//") ? nil : line
        }
    }

    /// The modules that some import, with these.
    private func needed(by names: [String]) -> Set<String> {
        var (found, rest) = (Set<String>(), names)
        while let name = rest.popLast() {
            if let module = modules[name], found.insert(name).inserted { rest += module.imports }
        }
        return found
    }

    private func functions(_ names: Set<String>, _ list: Set<String>) -> String {
        let functions = names.sorted().map { name in
            var code = modules[name]?.code ?? ""
            for known in list {
                code.replace("import(\"./\(known)\")", with: "Promise.resolve($need(\"\(known)\"))")
            }
            return "\"\(name)\"() {\n\(code)}"
        }
        return functions.isEmpty ? "" : "$add({\n\(functions.joined(separator: ",\n"))\n});\n"
    }
}

/// A module as the inside of a function that gives what it exports.
private struct Module {
    private(set) var imports: [String] = []
    private(set) var exports: [String] = []
    private(set) var code = ""
    var isModule: Bool { !imports.isEmpty || !exports.isEmpty }

    init(_ lines: [Substring]) {
        for line in lines {
            if line.hasPrefix("import {"), let end = line.firstIndex(of: "}") {
                let name = line[end...].split(separator: "\"")[1].dropFirst(2)
                imports.append(String(name))
                let names = line[..<end].dropFirst("import ".count).replacing(" as ", with: ": ")
                code += Self.squeezed("const \(names)} = $need(\"\(name)\");")
            } else if line.hasPrefix("export ") {
                let declaration = line.dropFirst("export ".count)
                let words = declaration.split {
                    !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "$"
                }
                exports.append(String(words[words[0] == "async" ? 2 : 1]))
                code += Self.squeezed(declaration)
            } else {
                code += Self.squeezed(line)
            }
        }
        if !exports.isEmpty { code += "return{\(exports.joined(separator: ","))};\n" }
    }

    /// A line without the spaces beside signs, and without its end where the next one may follow at once: a tenth of all scripts when
    /// they are compressed. Texts stay as they are, and so does a line with a regular expression, a division or a comment.
    private static func squeezed(_ line: Substring) -> String {
        let bytes = Array(line.utf8)
        // What one is in, from the outside: code, a text, a template, code of a template, and so on.
        var (squeezed, around) = ([UInt8](), [Place.code])
        for (place, byte) in bytes.enumerated() {
            switch (around.last, byte) {
            case (.code, UInt8(ascii: "'")), (.code, UInt8(ascii: "/")), (_, UInt8(ascii: "\\")):
                return line + "\n"
            case (.code, UInt8(ascii: " "))
            where place > 0 && signs.contains(bytes[place - 1])
                || place + 1 < bytes.count && signs.contains(bytes[place + 1]):
                continue
            case (.code, UInt8(ascii: "\"")): around.append(.text)
            case (.code, UInt8(ascii: "`")): around.append(.template)
            case (.text, UInt8(ascii: "\"")), (.template, UInt8(ascii: "`")): around.removeLast()
            case (.code, UInt8(ascii: "{")): around.append(.code)
            case (.template, UInt8(ascii: "{")) where bytes[place - 1] == UInt8(ascii: "$"):
                around.append(.code)
            case (.code, UInt8(ascii: "}")) where around.count > 1: around.removeLast()
            default: break
            }
            squeezed.append(byte)
        }
        if !endings.contains(bytes[bytes.count - 1]) { squeezed.append(UInt8(ascii: "\n")) }
        return String(decoding: squeezed, as: UTF8.self)
    }

    private enum Place { case code, text, template }

    private static let signs = Set("=>,{}()?:;&|[]!<".utf8)
    private static let endings = Set(";{,([".utf8)
}
