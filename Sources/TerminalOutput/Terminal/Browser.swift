package import AgendaActions
import CalendarFiles

/// The program that opens addresses.
package enum Browser {
    /// The schemes that may be opened: none that runs a program or reads local files.
    private static let schemes: Set<String> = [
        "http", "https", "mailto", "tel", "sip", "sips", "xmpp", "geo",
    ]

    /// Opens an address with `$BROWSER`, else with `xdg-open`.
    package static func open(_ address: String) throws(CommandFailure) {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        // No program gets spaces or control characters that it could misread.
        guard schemes.contains(scheme), address.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw .failure("\(address): not opened: only web and call addresses are")
        }
        for program in programs where run(program, address) { return }
        throw .failure("\(address): no program to open it: set BROWSER")
    }

    /// Starts a program that opens an address, and does not wait for it: a browser may stay open.
    package static func start(_ address: String) {
        for program in programs {
            if (try? ChildProcess.start(arguments(program, address))) != nil { return }
        }
    }

    private static var programs: [String] {
        let own = Environment.variable("BROWSER")?.split(separator: ":").map(String.init) ?? []
        return own + ["xdg-open"]
    }

    /// The words of a program's command line; `%s` stands for the address, which otherwise comes
    /// last.
    package static func arguments(_ program: String, _ address: String) -> [String] {
        let words = program.split(separator: " ").map(String.init)
        if words.contains(where: { $0.contains("%s") }) {
            return words.map { $0.replacing("%s", with: address) }
        }
        return words + [address]
    }

    /// Runs a program without a shell; false if it fails.
    private static func run(_ program: String, _ address: String) -> Bool {
        let words = arguments(program, address)
        guard words.first != address, let child = try? ChildProcess.start(words) else {
            return false
        }
        return ChildProcess.wait(for: child) == 0
    }
}
