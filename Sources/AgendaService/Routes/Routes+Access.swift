internal import AgendaJSON
internal import AgendaKit
internal import Synchronization

extension Route {
    /// How a browser is let in, and leaves.
    static let access: [Route] = [
        Route(
            method: "GET", path: "/login", summary: "Lets a browser in that has a one-time link.",
            parameters: [.init("once", .text, "The link's code.")], content: .page,
            statuses: [200, 403],
            audience: .all
        ) { call in
            guard let code = try call.query.text("once"), call.service.once.take(code) else {
                throw Problem(
                    403, "link-used", "the link was used, or is older than a minute",
                    remedy: "run 'agenda serve --open' again")
            }
            return try call.letIn()
        },
        Route(
            method: "POST", path: "/v1/sign-in",
            summary:
                "A link that lets one browser in, once, within a minute: `path`, at one of `addresses`.",
            statuses: [200, 403], changesStore: false
        ) { call in
            guard case .owner = call.visitor else {
                throw Problem(
                    403, "page-only", "a page that was let in lets nobody else in",
                    remedy: "run 'agenda serve --open'")
            }
            var json = JSONWriter()
            json.object { json in
                json.member("path", call.service.oncePath())
                json.member("addresses", call.service.addresses.withLock(\.self))
            }
            return .json(json.output.bytes)
        },
        Route(
            method: "POST", path: "/v1/sign-out",
            summary: "Ends the session of the page that asks.", statuses: [200],
            changesStore: false
        ) { call in
            if case .page(let session) = call.visitor {
                _ = try call.service.gate.browsers?.sessions.end(session.id)
            }
            var response = ServiceResponse.json(Array("{}\n".utf8))
            response.fields["Set-Cookie"] = Gate.cookieField(nil)
            return response
        },
    ]
}

extension Call {
    /// The answer to a one-time link: the only one that ever has the page's secret.
    fileprivate func letIn() throws -> ServiceResponse {
        guard request.line == .network, let browsers = service.gate.browsers else {
            return ServiceResponse(303, fields: ["Location": "/"])
        }
        let host = try service.gate.name(of: request)
        let proof = try browsers.sessions.begin(
            browser: Self.browser(request.fields["User-Agent"] ?? ""), host: host,
            cookies: request.cookies(Gate.cookieName), at: live.clock.now)
        var response = page("login.html") { $0 == "secret" ? proof.secret : "" }
        response.fields["Cache-Control"] = "no-store"
        if let cookie = proof.cookie { response.fields["Set-Cookie"] = Gate.cookieField(cookie) }
        return response
    }

    /// Such as `Firefox on Linux`: what tells people which of their browsers it is.
    static func browser(_ agent: String) -> String {
        func name(_ names: KeyValuePairs<String, String>) -> String? {
            names.first { agent.contains($0.key) }?.value
        }
        // Each of them names those after it, too.
        let program = name([
            "Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chromium",
            "Safari/": "Safari",
        ])
        let system = name([
            "Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows",
            "Mac OS": "macOS", "Linux": "Linux",
        ])
        return [program ?? "Browser", system].compactMap(\.self).joined(separator: " on ")
    }
}
