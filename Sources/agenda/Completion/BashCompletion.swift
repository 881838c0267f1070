import ArgumentParser

/// The parser's script for bash, in which only paths are completed as paths: `complete -o filenames` puts a slash behind each
/// word that is also the name of a folder here, as calendars' names are in the folder of the calendars.
enum BashCompletion {
    /// The script that the arguments ask for; nil if they ask for something else.
    ///
    /// - Parameter command: the whole command.
    static func script(
        _ arguments: [String], of command: any ParsableCommand.Type
    ) -> String? {
        let option = "--generate-completion-script"
        guard arguments == [option, "bash"] || arguments == [option + "=bash"] else { return nil }
        return command.completionScript(for: .bash)
            .replacing("complete -o filenames -F", with: "complete -F")
            .replacing("    local completion\n", with: "    local completion\n" + paths)
            .replacing(
                #"        COMPREPLY+=("${completion}")"#,
                with: quoting + #"        COMPREPLY+=("${completion}")"#) + "\n"
    }

    private static let paths = """
            [[ "${1}" = -W ]] || compopt -o filenames 2>/dev/null

        """

    /// Of paths, bash itself quotes what its grammar would read otherwise.
    private static let quoting = #"""
                [[ "${1}" = -W && "${cur}" != [\"\']* ]] && printf -v completion %q "${completion}"

        """#
}
