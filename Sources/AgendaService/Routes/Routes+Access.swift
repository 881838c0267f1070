internal import AgendaJSON
internal import AgendaKit
internal import Synchronization

extension Route {
    /// How a browser is let in, and leaves.
    static let access: [Route] = [
        Route(
            method: "GET", path: "/login",
            summary:
                "Lets a browser in that has a one-time link; where several people are served, shows the button that does.",
            parameters: [.init("once", .text, "The link's code.")], content: .page,
            statuses: [200, 403],
            audience: .all
        ) { call in
            // Programs that look at links beforehand would use up those of several people, which are mailed.
            guard call.service.seat == nil else { return call.signInPage() }
            return try call.useLink()
        },
        Route(
            method: "POST", path: "/login",
            summary: "Uses a one-time link, once, as the button of its page does.",
            parameters: [.init("once", .text, "The link's code.")], content: .page,
            statuses: [200, 403], audience: .all, changesStore: false
        ) { call in
            try call.useLink()
        },
        Route(
            method: "GET", path: "/v1/sign-ins",
            summary:
                "What has let somebody in or changed who may, the newest first, where the service is one of several people's."
        ) { call in
            let lines = try call.service.seat?.audit() ?? []
            let zone = call.live.zone
            return .json(JSONWriter.document(zone: zone) { $0.lines("signIns", lines) }.bytes)
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
    /// A page with a button that uses the link.
    fileprivate func signInPage() -> ServiceResponse {
        let button =
            "<form method=\"post\"><p><button>\(words.say("signInHere"))</button></p></form>"
        var response = page("device.html") { $0 == "content" ? button : "" }
        response.fields["Cache-Control"] = "no-store"
        return response
    }

    fileprivate func useLink() throws -> ServiceResponse {
        guard let code = try query.text("once"), service.takesLink(code) else {
            throw Problem(
                403, "link-used", "the link was used, or is too old",
                remedy: "run 'agenda serve --open' again, or ask for another link")
        }
        return try letIn()
    }

    /// The answer to a one-time link: the only one that ever has the page's secret.
    fileprivate func letIn() throws -> ServiceResponse {
        guard request.line == .network, let browsers = service.gate.browsers else {
            return ServiceResponse(303, fields: ["Location": "/"])
        }
        let host = try service.gate.name(of: request)
        let isEncrypted = service.seat != nil && request.scheme == "https"
        let proof = try browsers.sessions.begin(
            browser: Self.browser(request.fields["User-Agent"] ?? ""), host: host,
            cookies: request.cookies(Gate.cookieName), isEncrypted: isEncrypted,
            mark: service.mark, at: live.clock.now)
        var response = page("login.html") { $0 == "secret" ? proof.secret : "" }
        response.fields["Cache-Control"] = "no-store"
        if let cookie = proof.cookie {
            response.fields["Set-Cookie"] = Gate.cookieField(cookie, isEncrypted: isEncrypted)
        }
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
