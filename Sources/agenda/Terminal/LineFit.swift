/// What stands behind the time in a line of the list, cut to the terminal's width.
///
/// Who looks for an event looks for its title: the location gives way first, down to nothing, then
/// the calendars, then the title's end. Where there is room for both, calendars keep a quarter of it.
struct LineFit: Hashable {
    /// The title, with its status.
    var title: String
    /// The mark of a recurring event, with a space before; or empty.
    var mark: String
    /// ` @ Room 4`, or empty.
    var location: String
    /// `team +home`, or empty.
    var calendars: String

    /// A line so narrow that nothing could be read is not made narrower.
    static let narrowest = 30

    /// The cells that it takes, the brackets around the calendars included.
    var cells: Int {
        DisplayWidth.cells(of: title) + DisplayWidth.cells(of: mark)
            + DisplayWidth.cells(of: location) + tagWidth
    }

    /// Cuts what does not fit into so many cells.
    mutating func cut(to cells: Int, style: TextStyle) {
        let title = DisplayWidth.cells(of: title)
        let mark = DisplayWidth.cells(of: mark)
        let location = DisplayWidth.cells(of: location)
        if title + mark + location + tagWidth <= cells { return }
        let kept = style.width.map { $0 < Self.narrow } ?? false ? 0 : cells / 4
        let tagRoom = max(kept, cells - title - mark)
        if tagWidth > tagRoom {
            // Less than three letters tell nothing.
            let isWorthIt = tagRoom >= Self.frame + 3 + DisplayWidth.cells(of: style.ellipsis)
            calendars = isWorthIt ? style.cut(calendars, to: tagRoom - Self.frame) : ""
        }
        let locationRoom = cells - tagWidth - title - mark
        if location > locationRoom {
            // ` @ ` and less than three letters tell nothing.
            let isWorthIt = locationRoom >= 6 + DisplayWidth.cells(of: style.ellipsis)
            self.location = isWorthIt ? style.cut(self.location, to: locationRoom) : ""
        }
        let titleRoom = cells - tagWidth - mark
        if title > titleRoom { self.title = style.cut(self.title, to: titleRoom) }
    }

    /// On a terminal with fewer columns a title takes all that it needs.
    private static let narrow = 60

    /// Two spaces and brackets around the calendars.
    private static let frame = 4

    private var tagWidth: Int {
        calendars.isEmpty ? 0 : DisplayWidth.cells(of: calendars) + Self.frame
    }
}
