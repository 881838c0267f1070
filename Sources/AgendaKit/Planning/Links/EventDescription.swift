internal import ICalendar

/// An event's description as people read it, even if programs wrote it as HTML: Outlook into `X-ALT-DESC`,
/// Google into `DESCRIPTION`.
public struct EventDescription: Sendable {
    private let plain: String
    private let html: HTMLText?

    /// The longest text to read as HTML, in bytes; longer ones are shown as they are.
    private static let longest = 1_000_000

    /// Reads the description of an event: its text; or the HTML beside it, if the text is missing or lacks
    /// links that the HTML has. `component` is the event's own text, if known.
    public init(of event: AgendaEvent, component: [UInt8] = []) {
        plain = event.details ?? ""
        if plain.utf8.count <= Self.longest, HTMLText.isHTML(plain) {
            html = HTMLText(plain, keepsLineBreaks: true)
            return
        }
        let lines = ICalendarParser.properties(named: ["X-ALT-DESC"], in: component)
        let source = lines.first {
            $0.parameters.contains { $0.lowercased().contains("text/html") }
        }
        .map { $0.fields.joined(separator: ";") }
        guard let source, source.utf8.count <= Self.longest, HTMLText.isHTML(source) else {
            html = nil
            return
        }
        let text = HTMLText(source)
        let known = Set(LinkScanner.links(in: plain).map(\.text))
        let lacksLinks = text.links.contains { address in
            WebLink(address).map { !known.contains($0.unwrapped.text) } ?? false
        }
        html = plain.allSatisfy(\.isWhitespace) || lacksLinks ? text : nil
    }

    /// The addresses in the description, in their order, without the wrappings of mail programs.
    public var links: [String] {
        let written =
            (html?.links ?? []) + LinkScanner.writtenLinks(in: html?.text() ?? plain).map(\.text)
        return written.map { WebLink($0)?.unwrapped.text ?? $0 }
    }

    /// The text.
    ///
    /// - Parameter mark: the mark after the words of a link, such as `[1]`.
    public func text(mark: (_ address: String) -> String = { _ in "" }) -> String {
        html?.text(mark: mark) ?? plain
    }
}
