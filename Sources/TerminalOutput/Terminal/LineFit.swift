import AgendaActions

/// The text after the time in a line of the list, cut to the terminal's width.
///
/// People look for an event by its title: the location is cut first, down to nothing, then the
/// calendars, then the end of the title. On a wide terminal, calendars keep a quarter of the room.
package struct LineFit: Hashable {
    /// The title, including its status.
    package var title: String
    /// The mark of a recurring event, preceded by a space; or empty.
    package var mark: String
    /// ` @ Room 4`, or empty.
    package var location: String
    /// `team +home`, or empty.
    package var calendars: String

    package init(title: String, mark: String, location: String, calendars: String) {
        (self.title, self.mark, self.location, self.calendars) = (title, mark, location, calendars)
    }

    /// No line is cut to fewer cells than this, because nothing would be readable.
    package static let narrowest = 30

    /// The cells of the whole text, including the brackets around the calendars.
    package var cells: Int {
        DisplayWidth.cells(of: title) + DisplayWidth.cells(of: mark)
            + DisplayWidth.cells(of: location) + tagWidth
    }

    /// Cuts the text to this many cells.
    package mutating func cut(to cells: Int, style: TextStyle) {
        let title = DisplayWidth.cells(of: title)
        let mark = DisplayWidth.cells(of: mark)
        let location = DisplayWidth.cells(of: location)
        if title + mark + location + tagWidth <= cells { return }
        let kept = style.width.map { $0 < Self.narrow } ?? false ? 0 : cells / 4
        let tagRoom = max(kept, cells - title - mark)
        if tagWidth > tagRoom {
            // Fewer than three letters are useless.
            let isWorthIt = tagRoom >= Self.frame + 3 + DisplayWidth.cells(of: style.ellipsis)
            calendars = isWorthIt ? style.cut(calendars, to: tagRoom - Self.frame) : ""
        }
        let locationRoom = cells - tagWidth - title - mark
        if location > locationRoom {
            // ` @ ` and fewer than three letters are useless.
            let isWorthIt = locationRoom >= 6 + DisplayWidth.cells(of: style.ellipsis)
            self.location = isWorthIt ? style.cut(self.location, to: locationRoom) : ""
        }
        let titleRoom = cells - tagWidth - mark
        if title > titleRoom { self.title = style.cut(self.title, to: titleRoom) }
    }

    /// On a terminal narrower than this, the title takes all the cells that it needs.
    private static let narrow = 60

    /// Two spaces and brackets around the calendars.
    private static let frame = 4

    private var tagWidth: Int {
        calendars.isEmpty ? 0 : DisplayWidth.cells(of: calendars) + Self.frame
    }
}
