import CalendarFiles
import Glibc

/// The user's browser.
enum LinkPage {
    /// Opens a link that lets in; also says it, for where there is no browser or it may not read the file.
    ///
    /// All users of the machine see a program's arguments (proc(5)), and whoever is first with the link is let in. So the
    /// browser gets the name of a file that its owner alone can read, which leads on to the link.
    ///
    /// - Parameter folder: where the file goes: nobody else may write there.
    static func open(_ link: String, by folder: String) {
        let path = folder + "/agenda-open.html"
        if write(link, to: path),
            let child = try? ChildProcess.start(
                ["xdg-open", path], input: .nothing, output: .nothing, complaints: .nothing),
            ChildProcess.wait(for: child) == 0
        {
            AgendaServer.say("if the browser shows nothing, open there within a minute: \(link)")
        } else {
            AgendaServer.say("open in a browser, within a minute: \(link)")
        }
    }

    private static func write(_ link: String, to path: String) -> Bool {
        unlink(path)
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let page =
            "<!doctype html><meta charset=\"utf-8\"><meta name=\"referrer\" content=\"no-referrer\">"
            + "<meta http-equiv=\"refresh\" content=\"0; url=\(link)\"><a href=\"\(link)\">agenda</a>\n"
        return Glibc.write(descriptor, page, page.utf8.count) == page.utf8.count
    }
}
