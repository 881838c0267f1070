internal import Glibc

extension ListedResource {
    /// A file, as `stat` describes it.
    init(href: String, path: String, _ status: stat) {
        self.init(
            href: href, place: path, size: Int(status.st_size), version: .file(FileVersion(status)))
    }
}
