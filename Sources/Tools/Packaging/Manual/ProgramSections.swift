/// Sections of the program's page that no argument definition provides.
enum ProgramSections {
    private static let statuses = [
        ("0", "Fine, also when there was nothing to show."),
        ("1", "An error: nothing was shown or done."),
        ("3", "Shown, but something failed or was only partly read."),
        ("64", "The arguments make no sense."),
    ]

    private static let variables = [
        ("AGENDA_DATABASE", "The database, unless `--database` names one."),
        ("XDG_CONFIG_HOME", "Where `agenda/config.toml` lies; else `~/.config`."),
        ("XDG_DATA_HOME", "Where `agenda/agenda.db` lies; else `~/.local/share`."),
        (
            "AGENDA_LIBRARY_PATH",
            "Folders, with : between them, in which libical, libcurl, expat, libcrypto, zlib, "
                + "libsystemd and libqrencode are looked for before the system's: for systems such as NixOS and Guix."
        ),
        ("TZ", "The time zone in which days and times are shown; else the system's."),
        ("TZDIR", "The folder of the time zones; else `/usr/share/zoneinfo`."),
        ("LC_ALL, LC_CTYPE, LANG", "Whether characters beyond ASCII may be shown."),
        (
            "LC_ALL, LC_MESSAGES, LANG",
            "The language of messages: English, German or Simplified Chinese."
        ),
        ("NO_COLOR", "When set and not empty, nothing is coloured unless `--color` says so."),
        ("COLORTERM", "With `truecolor` or `24bit`, calendars are shown in exactly their colours."),
    ]

    private static let files = [
        (
            "~/.local/share/agenda/agenda.db",
            "The database: the events of your own calendar, the list of sources, and what was "
                + "imported from them."
        ),
        (
            "~/.local/share/agenda/agenda.backup/",
            "Your own events and the list of sources: `local.ics`, which any calendar program reads, "
                + "the changes of the day, and the states of thirty earlier days."
        ),
        (
            "~/.config/agenda/config.toml",
            "What you would say each time; agenda-config(1). Below `XDG_CONFIG_HOME` where it is set."
        ),
        ("/usr/share/zoneinfo/, /etc/localtime", "The time zones, and the system's own."),
    ]

    private static let examples = [
        ("What is on in a file, without setting anything up:", "agenda list team.ics --days 30"),
        ("To have it in every list:", "agenda source add team.ics --color teal"),
        ("An event of your own:", "agenda add Lunch with Kim friday 12:30-13:30 @ Cafe Nord"),
        (
            "To keep files, feeds and accounts up to date while you are logged in:",
            "systemctl --user enable --now agenda.service"
        ),
    ]

    static func write(to page: inout Roff) {
        page.section("EXIT STATUS", statuses.map { (Roff.bold($0), $1) })
        page.section("ENVIRONMENT", variables.map { (Roff.bold($0), $1) })
        page.section("FILES", files.map { (Roff.italic($0), $1) })
        page.section("EXAMPLES")
        for (purpose, command) in examples {
            page.paragraphs(purpose)
            page.example([command])
        }
    }
}
