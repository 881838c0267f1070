import ICalendar

@testable import AgendaKit
@testable import CalendarFiles

// One file, changed through the bank that its folder is.
extension AtomicFile {
    static func exchange(
        _ path: String, _ old: [UInt8], with new: [UInt8], _ names: FileNames = .system
    ) throws(AgendaError) {
        try change(path, old, to: new, nil, names)
    }

    static func create(
        _ path: String, _ bytes: [UInt8], like model: String? = nil, _ names: FileNames = .system
    ) throws(AgendaError) {
        try change(path, nil, to: bytes, model, names)
    }

    static func remove(
        _ path: String, _ old: [UInt8], _ names: FileNames = .system
    ) throws(AgendaError) {
        try change(path, old, to: nil, nil, names)
    }

    private static func change(
        _ path: String, _ old: [UInt8]?, to new: [UInt8]?, _ model: String?, _ names: FileNames
    ) throws(AgendaError) {
        do throws(BankError) {
            let bank = try FolderBank(FileSystem.folder(of: path), names: names)
            try bank.commit([
                ResourceChange(
                    FileSystem.name(path: path),
                    if: old.map { .digest(ContentDigest($0, key: bank.key)) } ?? .absent, to: new,
                    like: model.map { FileSystem.name(path: $0) })
            ])
        } catch { throw AgendaError(error.reason, path) }
    }
}
