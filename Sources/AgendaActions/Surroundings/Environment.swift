import Glibc

/// What the command takes from its surroundings. The only place that reads the environment.
package enum Environment {
    /// A variable; nil if it is unset or empty.
    package static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// The default path of the database: `AGENDA_DATABASE`, else below `XDG_DATA_HOME`, else below
    /// `~/.local/share` (XDG Base Directory Specification 0.8, which says to ignore a relative
    /// `XDG_DATA_HOME`); nil if there is no home.
    package static var databasePath: String? {
        if let path = variable("AGENDA_DATABASE") { return path }
        if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
            return data + "/agenda/agenda.db"
        }
        return variable("HOME").map { $0 + "/.local/share/agenda/agenda.db" }
    }

    /// Whether text may hold characters beyond ASCII.
    package static var isUTF8: Bool {
        LocaleName(localeName(.characters)).isUTF8
    }

    /// Whether colours are unwanted (no-color.org), or the terminal cannot show them.
    package static var forbidsColor: Bool {
        variable("NO_COLOR") != nil || variable("TERM") == "dumb"
    }

    /// Whether the terminal says that it shows 24-bit colours.
    package static var hasTrueColor: Bool {
        ["truecolor", "24bit"].contains(variable("COLORTERM"))
    }

    /// Whether the terminal has at most 16 colours (terminfo's `colors`).
    package static var hasFewColors: Bool {
        let names: Set = [
            "ansi", "cygwin", "linux", "putty", "rxvt", "screen", "tmux", "vt220", "xterm",
            "xterm-16color", "xterm-color",
        ]
        return !hasTrueColor && names.contains(variable("TERM") ?? "")
    }
}
