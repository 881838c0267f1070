package import AgendaActions

/// Reports on standard error.
package struct TerminalReport: Report {
    package init() {}

    package func say(_ line: String) { Terminal.complain(line: line) }

    package func progress(isStored: Bool) -> (any ProgressReport)? {
        ProgressBar(quiet: false, isStored: isStored)
    }
}
