internal import Glibc
internal import ICalendar

/// The hidden files of a page while it is put in place, by which a later run can tell what happened and mend it.
///
/// `STEM.page` lists what was planned: a letter, the digest of the new text and the name. Its line N is about
/// `STEM-N.tmp` beside the file, which holds the new text at first, and the old one after the two were swapped. The list is
/// written after the texts, and on the disk with them before the first file is touched.
///
/// The stem is `.agenda-sync-ID` where a database says which pages are stored, and `.agenda-PID-RANDOM` where the page is
/// made when its list goes.
package struct PageNames {
    /// How the names of pages begin of which a database tells.
    package static let storedPrefix = ".agenda-sync-"
    private static let (prefix, suffix) = (".agenda-", ".page")

    private let stem: String
    /// Under which the digests of the list are: its own, where no database has one.
    let key: ContentDigest.Key?

    /// The names of a page that a database will know by 16 hexadecimal digits that no other page has.
    package init(id: String) { (stem, key) = (Self.storedPrefix + id, nil) }

    /// The names of a page of this process, which its list alone tells of.
    ///
    /// - Parameter key: of its digests.
    init(key: ContentDigest.Key) {
        stem = "\(Self.prefix)\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        self.key = key
    }

    /// The page whose list this is; nil for other files.
    init?(list: String) {
        guard list.hasPrefix(Self.prefix), list.hasSuffix(Self.suffix) else { return nil }
        (stem, key) = (String(list.dropLast(Self.suffix.count)), nil)
    }

    /// What a database knows it by; nil if it knows nothing of it.
    var id: String? {
        stem.hasPrefix(Self.storedPrefix) ? String(stem.dropFirst(Self.storedPrefix.count)) : nil
    }

    /// The process whose page it is; nil for the pages of a database.
    var process: pid_t? { Self.process(stem) }

    /// The page of a process to which a hidden file belongs; nil for other files.
    static func list(ofHidden name: String) -> (list: String, process: pid_t)? {
        guard name.hasSuffix(".tmp") || name.hasSuffix(".old") else { return nil }
        let parts = name.dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, Int(parts[3]) != nil else { return nil }
        let stem = parts[..<3].joined(separator: "-")
        return process(stem).map { (stem + suffix, $0) }
    }

    private static func process(_ stem: String) -> pid_t? {
        let parts = stem.dropFirst(prefix.count).split(
            separator: "-", omittingEmptySubsequences: false)
        guard stem.hasPrefix(prefix), parts.count == 2, UInt32(parts[1]) != nil else { return nil }
        return pid_t(parts[0])
    }

    /// The list of what is planned.
    package var list: String { stem + Self.suffix }

    /// What a file changes places with. In another folder than the list's it has a name that nobody takes for a leftover.
    package func hidden(_ index: Int, beside place: String = "") -> String {
        beside(place) { "\(stem)-\(index)" + ($0 ? ".tmp" : ".beside") }
    }

    /// Where a file is for a moment that the file system cannot swap (``OpenFolder/exchange(_:_:over:)``).
    package func third(_ index: Int, beside place: String = "") -> String {
        beside(place) { "\(stem)-\(index)" + ($0 ? ".old" : ".away") }
    }

    private func beside(_ place: String, _ name: (_ isHere: Bool) -> String) -> String {
        guard let slash = place.lastIndex(of: "/") else { return name(true) }
        return place[...slash] + name(false)
    }

    /// Whether a name is that of a file in the folder, or in one below it.
    static func isInside(_ name: String) -> Bool {
        !name.split(separator: "/", omittingEmptySubsequences: false).contains {
            $0.isEmpty || $0 == "." || $0 == ".."
        }
    }

    private static let end = "end"

    func text(of items: [PageItem]) -> [UInt8] {
        // No name has NUL.
        var lines = items.map { item in
            "\(item.kind.rawValue) \(item.new.text) \(item.name.replacing("\n", with: "\0"))\n"
        }
        if let key {
            lines.insert("k \(ContentDigest(high: key.high, low: key.low).text)\n", at: 0)
        }
        return Array((lines.joined() + Self.end).utf8)
    }

    /// The items of a list and its own key; nil for a list without end, whose page touched no file.
    static func items(of text: [UInt8]) -> (items: [PageItem], key: ContentDigest.Key?)? {
        let lines = String(decoding: text, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.last == end[...] else { return nil }
        var (items, key): ([PageItem], ContentDigest.Key?) = ([], nil)
        for line in lines.dropLast() {
            let fields = line.split(separator: " ", maxSplits: 3)
            guard fields.count > 2, let high = UInt64(fields[1], radix: 16),
                let low = UInt64(fields[2], radix: 16)
            else { return nil }
            if fields[0] == "k" {
                key = ContentDigest.Key(low: low, high: high)
                continue
            }
            guard fields.count == 4, let kind = fields[0].first.flatMap(PageItem.Kind.init) else {
                return nil
            }
            let name = String(fields[3].replacing("\0", with: "\n"))
            guard isInside(name) else { return nil }
            items.append(
                PageItem(
                    kind, name, old: nil, text: [], new: ContentDigest(high: high, low: low)))
        }
        return (items, key)
    }
}

extension ContentDigest {
    fileprivate var text: String { String(high, radix: 16) + " " + String(low, radix: 16) }
}
