internal import CalendarFiles
internal import Glibc

/// A reader of files on the disk.
protocol LocalReader: SourceReader {
    var path: String { get }
}

extension LocalReader {
    var watch: SourceWatch? { .path(path) }

    func open(_ resource: ListedResource) throws(AgendaError) -> any OpenResource {
        try OpenFile(resource)
    }

    func read(_ resource: ListedResource) throws(AgendaError) -> ResourceContent {
        if let failure = resource.failure { throw failure }
        let version = resource.notedVersion
        return ResourceContent(
            bytes: try FileContent.read(path: resource.place), version: version)
    }
}

/// A file that is read up to the size that it had when it was opened: what is added behind it belongs to the
/// next reading.
private final class OpenFile: OpenResource {
    let version: ResourceVersion
    private let path: String
    private let descriptor: Int32
    private var left: Int

    init(_ resource: ListedResource) throws(AgendaError) {
        if let failure = resource.failure { throw failure }
        (path, version) = (resource.place, resource.notedVersion)
        (descriptor, left) = try FileContent.opened(path: path)
    }

    deinit { close(descriptor) }

    func next(_ length: Int, behind rest: [UInt8]) throws(AgendaError) -> [UInt8] {
        let bytes = try FileContent.part(
            of: descriptor, path, length: min(length, left), behind: rest)
        let count = bytes.count - rest.count
        left = count < length ? 0 : left - count
        return bytes
    }
}

extension ListedResource {
    /// A file as `stat` describes it.
    init(href: String, path: String, _ status: stat) {
        self.init(
            href: href, place: path, size: Int(status.st_size),
            version: .file(FileStamp(status)))
        isLinked = status.st_nlink > 1
    }

    /// The version to note for what is read from now on.
    fileprivate var notedVersion: ResourceVersion {
        guard case .file(let file) = version.form else { return version }
        return .file(file.noted(whenReadAt: FileStamp.present()))
    }
}
