internal import ICalendar

/// The hidden files of a page while it is put in place, by which a later run can tell what happened and mend it.
///
/// `.agenda-sync-ID.page` lists what was planned: a letter, the digest of the new text and the name. Its line N is about
/// `.agenda-sync-ID-N.tmp`, which holds the new text at first, and the old one after the two were swapped. The list is
/// written after the texts, and on the disk with them before the first file is touched.
struct PageFiles {
    static let prefix = ".agenda-sync-"

    /// 16 hexadecimal digits that no other page has.
    let id: String

    init(id: String) { self.id = id }

    /// The page that a file belongs to; nil for other programs' files.
    init?(fileName: String) {
        let rest = fileName.dropFirst(Self.prefix.count)
        guard fileName.hasPrefix(Self.prefix), rest.count > 16 else { return nil }
        id = String(rest.prefix(16))
    }

    var list: String { Self.prefix + id + ".page" }
    func hidden(_ index: Int) -> String { Self.prefix + id + "-\(index).tmp" }
    /// Where a file is for a moment that the file system cannot swap (``OpenFolder/exchange(_:_:over:)``).
    func third(_ index: Int) -> String { Self.prefix + id + "-\(index).old" }

    private static let end = "end"

    static func text(of items: [PageItem]) -> [UInt8] {
        let lines = items.map { item in
            "\(item.kind.rawValue) \(String(item.new.high, radix: 16)) \(String(item.new.low, radix: 16)) \(item.name)\n"
        }
        return Array((lines.joined() + end).utf8)
    }

    /// The items of a list; nil for a list without end, whose page touched no file.
    static func items(of text: [UInt8]) -> [PageItem]? {
        let lines = String(decoding: text, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.last == end[...] else { return nil }
        var items: [PageItem] = []
        for line in lines.dropLast() {
            let fields = line.split(separator: " ", maxSplits: 3)
            guard fields.count == 4, let kind = fields[0].first.flatMap(PageItem.Kind.init),
                let high = UInt64(fields[1], radix: 16), let low = UInt64(fields[2], radix: 16)
            else { return nil }
            let digest = ContentDigest(high: high, low: low)
            items.append(
                PageItem(kind: kind, name: String(fields[3]), old: nil, text: [], new: digest))
        }
        return items
    }
}
