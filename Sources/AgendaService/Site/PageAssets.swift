/// The page's files as they are in the program: style, modules, icon.
struct PageAssets: Sendable {
    /// Content by file name; modules import each other by relative names, so all of them lie in one folder. Scripts
    /// and styles without comments, which are a third of them.
    private let files: [String: [UInt8]]
    /// Names this version of the files: browsers keep them for good.
    let digest: String
    /// The files that a page without a network needs.
    let offline: [String]

    init() {
        let texts = Self.embedded.mapValues { String(decoding: $0, as: UTF8.self) }
        let modules = PageModules(texts.filter { $0.key.hasSuffix(".js") })
        let styles = texts.filter { $0.key.hasSuffix(".css") }
            .mapValues { Self.squeezed(PageModules.lines($0).joined(separator: "\n")) }
        let words = PageWords.all.flatMap { [($0.file, $0.module), ($0.lateFile, $0.lateModule)] }
        files = texts.merging(modules.files) { $1 }.merging(styles) { $1 }.merging(words) { $1 }
            .mapValues { Array($0.utf8) }
        let all = files.sorted { $0.key < $1.key }.flatMap { Array($0.key.utf8) + $0.value }
        digest = ContentCoding.hash(String(decoding: all, as: UTF8.self))
        offline =
            modules.wanted.subtracting(["sw.js", "login.js"]).sorted() + styles.keys.sorted()
            + words.map(\.0) + ["icon.svg"]
    }

    /// A style sheet without the spaces beside signs. No text in one has such a sign.
    private static func squeezed(_ style: String) -> String {
        let signs = [
            (": ", ":"), ("; ", ";"), (", ", ","), (" {", "{"), ("{ ", "{"), (";}", "}"),
        ]
        return signs.reduce(style) { $0.replacing($1.0, with: $1.1) }
    }

    func address(_ name: String) -> String { "/assets/\(digest)/\(name)" }

    func text(_ name: String) -> String { String(decoding: files[name] ?? [], as: UTF8.self) }

    /// A file, unless its folder is another version's.
    func response(_ digest: String, _ name: String) -> ServiceResponse? {
        guard digest == self.digest, let bytes = files[name], let type = Self.type(of: name) else {
            return nil
        }
        return ServiceResponse(
            200,
            fields: ["Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable"],
            body: .bytes(bytes))
    }

    /// Nil for what is only a part of an answer.
    private static func type(of name: String) -> String? {
        switch name.split(separator: ".").last {
        case "js": "text/javascript; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "svg": "image/svg+xml"
        default: nil
        }
    }

    /// The text with each `{{name}}` filled.
    static func filled(_ text: String, _ value: (Substring) -> String) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstRange(of: "{{"),
            let close = rest[open.upperBound...].firstRange(of: "}}")
        {
            result += rest[..<open.lowerBound]
            result += value(rest[open.upperBound..<close.lowerBound])
            rest = rest[close.upperBound...]
        }
        return result + rest
    }
}
