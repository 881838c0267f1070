import ArgumentParser

/// The commands, as the help lists them.
enum CommandGroups {
    static let all: [CommandGroup] = [
        CommandGroup(
            name: "Look",
            subcommands: [
                ListCommand.self, WeekCommand.self, MonthCommand.self, NextCommand.self,
                ShowCommand.self, OpenCommand.self, SearchCommand.self, FreeCommand.self,
                MeetCommand.self, ConflictsCommand.self, SimilarCommand.self,
                AlarmsCommand.self,
                TimelineCommand.self, WatchCommand.self, UICommand.self,
            ]),
        CommandGroup(
            name: "Change",
            subcommands: [
                AddCommand.self, ImportCommand.self, InviteCommand.self, EditCommand.self,
                CopyCommand.self, SameCommand.self,
                DeleteCommand.self, UndoCommand.self, RedoCommand.self, HistoryCommand.self,
                ReviewCommand.self,
            ]),
        CommandGroup(name: "To-dos", subcommands: [TodoCommand.self]),
        CommandGroup(
            name: "Calendars",
            subcommands: [
                SourceCommand.self, RefreshCommand.self, AccountCommand.self,
                CalendarCommand.self, SyncCommand.self, OutboxCommand.self, AdoptCommand.self,
                DaemonCommand.self, StatusCommand.self,
                DoctorCommand.self, ConfigCommand.self, RuleCommand.self,
            ]),
        CommandGroup(
            name: "Share",
            subcommands: [
                MergeCommand.self, ExportCommand.self, ShareCommand.self, MirrorCommand.self,
                ServeCommand.self,
                DeviceCommand.self, MCPCommand.self,
            ]),
    ]

    /// Whether a word is the name of a command.
    static func has(_ name: String) -> Bool {
        name == "help" || all.contains { $0.subcommands.contains { $0._commandName == name } }
    }
}
