import AgendaActions
import AgendaAdopt
import ArgumentParser

/// What all kinds of `agenda adopt` take.
struct AdoptionOptions: ParsableArguments {
    @Flag(help: "Only say what would be taken over.")
    var dryRun = false

    @Flag(help: "Print one JSON document.")
    var json = false

    @OptionGroup var common: CommonOptions

    func adoption() throws(CommandFailure) -> Adoption {
        Adoption(for: try common.person(), isDryRun: dryRun, isJSON: json)
    }
}
