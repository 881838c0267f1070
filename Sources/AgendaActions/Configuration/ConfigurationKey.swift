package enum ConfigurationKey: String, CaseIterable {
    case defaultCommand = "default-command"
    case calendar
    case me
    case timeZone = "time-zone"
    case weekStart = "week-start"
    case workingHours = "working-hours"
    case workingDays = "working-days"
    case dateFormat = "date-format"
    case timeFormat = "time-format"
    case color
    case reminders
    case reminderCommand = "reminder-command"
    case reminderLateness = "reminder-late"
    case acknowledge

    /// The tables, whose keys are the names of calendars or aliases.
    package enum Table: String, CaseIterable {
        case colors, aliases
    }

    /// What the file says of a service at which people sign in.
    package enum OAuth: String, CaseIterable {
        case authorization, token, device, scope
        case clientID = "client-id"
        case clientSecretFile = "client-secret-file"

        /// What to write; shown for an invalid value.
        package var remedy: Message {
            switch self {
            case .authorization, .token, .device:
                "write an address such as \"https://login.example.org/token\""
            case .scope, .clientID, .clientSecretFile: "write it in quotes"
            }
        }
    }

    package var isList: Bool { self == .me || self == .workingDays }
    /// Whether its value is `true` or `false`.
    package var isSwitch: Bool { self == .reminders || self == .acknowledge }

    /// A valid value as written in the file.
    package var example: String {
        switch self {
        case .defaultCommand: #""week""#
        case .calendar: #""home""#
        case .me: #"["kim@example.org"]"#
        case .timeZone: #""Europe/Berlin""#
        case .weekStart: #""monday""#
        case .workingHours: #""9:00-17:00""#
        case .workingDays: #"["monday", "tuesday", "wednesday", "thursday", "friday"]"#
        case .dateFormat: #""%d.%m.%Y""#
        case .timeFormat: #""24h""#
        case .color: #""auto""#
        case .reminders, .acknowledge: "true"
        case .reminderCommand: #""zenity --notification""#
        case .reminderLateness: #""1h""#
        }
    }

    /// What the key decides.
    package var meaning: Message {
        switch self {
        case .defaultCommand: "what 'agenda' alone shows"
        case .calendar: "the calendar that 'agenda add' writes to"
        case .me: "your own addresses: events that they declined do not count"
        case .timeZone: "the zone in which days and times are shown"
        case .weekStart: "the day with which a week begins"
        case .workingHours: "the hours in which 'agenda free' looks"
        case .workingDays: "the days on which 'agenda free' looks"
        case .dateFormat: "how a date is shown: %d %m %Y %y %B %b %e %-d %-m"
        case .timeFormat: "24h or 12h"
        case .color: "auto, always or never"
        case .reminders: "whether 'agenda daemon' shows reminders"
        case .reminderCommand: "the command of the shell that shows them"
        case .reminderLateness: "how late one of an event that is over is shown"
        case .acknowledge:
            "whether dismissing and snoozing write to the calendar, so that phones stop too"
        }
    }

    /// What to write; shown for an invalid value.
    package var remedy: Message {
        switch self {
        case .defaultCommand: "write a command such as \"week\" or \"list --days 3\""
        case .calendar: "write a calendar's name in quotes"
        case .me: "write addresses such as [\"kim@example.org\"]"
        case .timeZone: "write a name such as \"Europe/Berlin\""
        case .weekStart: "write \"monday\", \"sunday\" or \"saturday\""
        case .workingHours: "write \"9:00-17:00\""
        case .workingDays: "write [\"monday\", \"friday\"]"
        case .dateFormat: "write day, month and year such as \"%d.%m.%Y\""
        case .timeFormat: "write \"24h\" or \"12h\""
        case .color: "write \"auto\", \"always\" or \"never\""
        case .reminders, .acknowledge: "write true or false"
        case .reminderCommand: "write a command such as \"zenity --notification\""
        case .reminderLateness: "write a duration such as \"30m\", \"1h\" or \"1d\""
        }
    }
}
