import AgendaActions
import AgendaKit

/// What todoman's configuration becomes here (its documentation, "Configuring").
struct TodomanPlan {
    private(set) var plan = AdoptionPlan()

    /// Works out what a configuration becomes.
    ///
    /// - Parameter path: the file's path, for messages.
    /// - Throws: a failure if the folders cannot be known.
    init(_ file: PythonAssignments, path: String) throws(AdoptionFailure) {
        for other in file.others {
            guard other.name != "path" else {
                throw AdoptionFailure(
                    line: other.line,
                    reason: "the path is worked out: write it as a text, path = \"~/calendars/*\"")
            }
            plan.faults.append(
                "\(path):\(other.line): is no simple assignment such as name = \"text\": left out")
        }
        // todoman's own default.
        let pattern = file["path"]?.value.text ?? "~/calendars/"
        for folder in FolderPattern.folders(pattern) {
            let collection = CalendarCollection(path: folder)
            plan.folders.append(
                AdoptionPlan.Folder(
                    name: collection.name, path: folder, color: collection.color))
        }
        if plan.folders.isEmpty {
            throw AdoptionFailure(
                line: file["path"]?.line ?? 1, reason: "path = \(pattern): no such folder")
        }
        for assignment in file.assignments where assignment.name != "path" {
            apply(assignment, at: "\(path):\(assignment.line)")
        }
    }

    private mutating func apply(_ assignment: PythonAssignments.Assignment, at place: String) {
        switch (assignment.name, assignment.value) {
        case (_, .none): break
        case ("default_list", .text(let name)):
            plan.defaultFolder = plan.folders.first { $0.name == name }
            if plan.defaultFolder == nil {
                plan.faults.append("\(place): default_list = \(name): no such list")
            }
        case ("date_format", .text(let format)) where DateFormat(format) != nil:
            plan.set(.dateFormat, format)
        case ("time_format", .text(let format)) where AdoptedFormat.clock(format) != nil:
            plan.set(.timeFormat, AdoptedFormat.clock(format) ?? "")
        case ("color", .text(let color)) where ColorChoice(rawValue: color) != nil:
            plan.set(.color, color)
        default: plan.leave(assignment.name, at: place)
        }
    }
}
