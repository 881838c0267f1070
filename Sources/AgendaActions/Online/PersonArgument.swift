import AgendaSync

/// `--with NAME=PATH` or `--with URL`: somebody, and where their calendar is.
package struct PersonArgument {
    /// The name that was given; nil if the calendar's place is to give one.
    package var givenName: String?
    /// A path, `-`, or an address.
    package var place: String

    /// An equals sign is part of the place if there is a slash or a colon before it.
    package init(_ text: String) throws(CommandFailure) {
        let head = text.prefix { $0 != "=" && $0 != "/" && $0 != ":" }
        if !head.isEmpty, text[head.endIndex...].first == "=" {
            givenName = String(head)
            place = String(text[head.endIndex...].dropFirst())
        } else {
            place = text
        }
        guard !place.isEmpty else {
            throw .usage("--with: expected [NAME=]PATH or [NAME=]ADDRESS, got '\(text)'")
        }
    }

    /// Whether it is an address of a feed, not a path.
    package var isAddress: Bool { place.contains("://") }

    /// The given name, else the host's, or the file's without its extension.
    package var name: String {
        if let givenName { return givenName }
        if isAddress { return SingleFetch.host(of: place) ?? place }
        let file = place.split(separator: "/").last ?? place[...]
        let isCalendar = [".ics", ".ifb"].contains(where: file.lowercased().hasSuffix)
        return String(isCalendar && file.count > 4 ? file.dropLast(4) : file)
    }

    /// The name of the reader in JSON and tables.
    package static let me = "me"

    /// The people and their calendars, in their order. Several calendars are one person's if all have been given
    /// the same name.
    package static func people(
        _ texts: [String]
    ) throws(CommandFailure) -> [(name: String, calendars: [PersonArgument])] {
        var people: [(name: String, calendars: [PersonArgument])] = []
        for text in texts {
            let argument = try PersonArgument(text)
            let name = argument.name
            guard name != me else {
                throw .usage("--with \(me): you are always one of the people: use another name")
            }
            guard let index = people.firstIndex(where: { $0.name == name }) else {
                people.append((name, [argument]))
                continue
            }
            people[index].calendars.append(argument)
            guard people[index].calendars.allSatisfy({ $0.givenName != nil }) else {
                throw .usage(
                    "--with: two calendars are called \(name): write NAME= before each of them")
            }
        }
        return people
    }
}
