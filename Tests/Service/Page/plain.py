"""Without JavaScript: a list with links, behind a proxy that decides who may come in; else a sentence."""

import datetime

import stores


def check(report, world):
    service = world.service()
    # As through a proxy: a browser by itself can prove nothing without scripts.
    proxied = {"java_script_enabled": False, "lets_in": False, "extra_http_headers": {"Authorization": f"Bearer {service.token}"}}
    with world.tab(service, **proxied) as tab:
        days = tab.page.locator(".day")
        report.check("29 days are there without scripts", days.count() == 29, days.count())
        today = tab.page.locator(".day.today")
        report.check("today is among them", today.count() == 1 and today.locator("li").count() > 0)
        top = today.bounding_box()["y"]
        report.check("and in view", 0 <= top < 400, top)
        buttons = [text for text in tab.page.locator("button:visible").all_inner_texts()]
        report.check("nothing is offered that needs scripts", not buttons, buttons)
        today.locator("li a").first.press("Enter")
        tab.page.wait_for_url("**/events/*")
        report.check("an event has its page", tab.page.locator("#event h2").count() == 1)
        tab.page.goto(tab.address)
        tab.page.locator("[rel=next]").press("Enter")
        tab.page.wait_for_url("**/?from=*")
        later = stores.today() + datetime.timedelta(days=29)
        report.check("later days are a link away", tab.page.locator(f"#d{later}").count() == 1)
        tab.page.locator("[name=q]").fill("dentist")
        tab.page.locator("[name=q]").press("Enter")
        tab.page.wait_for_url("**/search?q=dentist")
        found = tab.page.locator(".found li").all_inner_texts()
        report.check("the search finds", any("Dentist" in text for text in found), found)
    with world.tab(service, width=360, height=740, **proxied) as tab:
        report.check("nothing scrolls sideways, 360 wide", tab.too_wide <= 0, tab.too_wide)
        tab.shot(world.place / "plain-360.png")
    with world.tab(service, path="/healthz", lets_in=False, java_script_enabled=False) as tab:
        answer = tab.page.goto(tab.address + "/")
        content = tab.page.content()
        fine = answer.status == 200 and 'class="day' not in content and "JavaScript" in content
        report.check("a stranger gets nothing but a sentence", fine, content[:300])
