import AgendaActions

/// What another program shows and how it shows it, in terms of this one.
struct AdoptionPlan: Hashable {
    /// A folder that becomes a source.
    struct Folder: Hashable {
        var name: String
        /// An absolute path.
        var path: String
        /// A CSS colour; nil for the one that the folder's file `color` gives.
        var color: String?
        var isWritable = true
        /// Whether it has contacts, whose birthdays are shown.
        var hasContacts = false
    }

    /// A line for the configuration file.
    struct Setting: Hashable {
        var key: ConfigurationKey
        var value: TOMLValue
    }

    /// In the order of the other program's configuration.
    var folders: [Folder] = []
    /// The folder to which new events go.
    var defaultFolder: Folder?
    var settings: [Setting] = []
    /// What has no counterpart here, a line each.
    var remarks: [Message] = []
    /// What is wrong and was left out, a line each.
    var faults: [Message] = []

    /// Sets a key to a text.
    mutating func set(_ key: ConfigurationKey, _ text: String) {
        settings.append(Setting(key: key, value: .string(text)))
    }

    /// Says that an option has no counterpart.
    mutating func leave(_ option: String, at place: String) {
        remarks.append("\(place): \(option) has no counterpart here")
    }
}

/// Why a file of another program cannot be read.
struct AdoptionFailure: Error, Hashable {
    /// The line, counted from 1.
    var line: Int
    /// What is wrong, and what to do.
    var reason: Message
}
