"""The last known state, without the service."""

import stores


def check(report, world):
    service = world.fresh("samples")
    try:
        with world.tab(service, offline=True) as tab:
            kept = """caches.open('agenda-1').then((cache) => cache.keys()).then((keys) => keys.length)"""
            tab.need("navigator.serviceWorker.controller || navigator.serviceWorker.ready.then(() => true)")
            # From the second time on the worker answers, and keeps what it brings.
            tab.reload()
            report.check("the worker keeps the page", tab.becomes(f"await {kept} > 25"), tab.value(kept))
            before = tab.value("document.querySelectorAll('.event').length")
            service.kill()
            report.check("it says that the service is away", tab.says("Offline"), tab.text("#status"))
            tab.reload()
            after = tab.value("document.querySelectorAll('.event').length")
            report.check("the last state is there without the service", after == before > 800, f"{after} of {before}")
            report.check("today is in place", tab.day_at_top == str(stores.today()), tab.day_at_top)
            tab.press("n", "Enter")
            report.check("an event opens", tab.becomes("document.querySelector('#panel .details')"))
            tab.press("Escape", "c")
            tab.type("Lunch tomorrow")
            report.check("what cannot be done is said", tab.becomes("document.querySelector('.preview .unclear')"), tab.text(".preview"))
            tab.press("Escape")
            service.options = ("--listen", service.host.replace("agenda.localhost", "127.0.0.1"))
            service.start()
            report.check("it says when the service is back", tab.says("Connected again"), tab.text("#status"))
            service.command("add", "After the break tomorrow 20:00")
            report.check("and follows it again", tab.lists("After the break"))
    finally:
        service.__exit__()
