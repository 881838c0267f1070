"""What issue and article promise in one go, recorded: playwright show-trace .build/service/flow.zip."""

import writing


def check(report, world):
    service = world.fresh("samples")
    try:
        with world.tab(service) as tab:
            tab.context.tracing.start(screenshots=True, snapshots=True)
            tab.press("c")
            tab.type("Coffee with Ada tomorrow 10:15-11:00 @ Bar Central")
            tab.need("document.querySelector('.preview .card')")
            tab.press("Enter")
            report.check("an event in words is on the page", tab.lists("Coffee with Ada"))
            report.check("and in agenda list", len(writing.listed(service, "Coffee with Ada")) == 1)
            service.command("add", "Call from the command tomorrow 16:00")
            report.check("one of the command is on the page without a reload", tab.lists("Call from the command"))
            tab.press("u")
            report.check("undo takes back the last change", tab.says("Undone") and tab.lacks("Call from the command"))
            report.check("for the command, too", not writing.listed(service, "Call from the command"))
            tab.press("u")
            report.check("and then the one before", tab.lacks("Coffee with Ada"))
            report.check("which agenda list shows no more", not writing.listed(service, "Coffee with Ada"))
            tab.context.tracing.stop(path=str(world.place / "flow.zip"))
            report.quiet(tab)
    finally:
        service.__exit__()
