import FoundationEssentials

@testable import AgendaSync

extension MemoryServer.Contents {
    private var token: String { "http://127.0.0.1/sync/\(epoch)/\(log.count)" }

    func multistatus(_ responses: [String], token: String? = nil) -> HTTPResponse {
        let token = token.map { "<sync-token>\($0)</sync-token>" } ?? ""
        return answer(
            207, ["Content-Type": "application/xml; charset=utf-8"],
            """
            <?xml version="1.0" encoding="utf-8"?>
            <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
            xmlns:CS="http://calendarserver.org/ns/">\(responses.joined())\(token)</multistatus>
            """)
    }

    /// A path in the form that this server likes.
    private func href(_ path: String) -> String {
        switch dialect.hrefs {
        case .paths: path
        case .absolute: "http://127.0.0.1:1" + path
        case .otherEscapes: path.replacing("a", with: "%61").replacing("-", with: "%2d")
        }
    }

    private func response(_ path: String, _ properties: String) -> String {
        "<response><href>\(href(path))</href><propstat><prop>\(properties)</prop>"
            + "<status>HTTP/1.1 200 OK</status></propstat></response>"
    }

    private func gone(_ path: String) -> String {
        "<response><href>\(href(path))</href><status>HTTP/1.1 404 Not Found</status></response>"
    }

    private func tagElement(_ resource: MemoryServer.Resource) -> String {
        tag(resource).map { "<getetag>\(XMLBody.escaped($0))</getetag>" } ?? ""
    }

    func propfind(_ path: String, depth: String, _ body: String) -> HTTPResponse {
        if depth == "1" {
            let own = response(path, "<resourcetype><collection/><C:calendar/></resourcetype>")
            return multistatus(
                [own]
                    + resources.sorted { $0.key < $1.key }.map {
                        response($0.key, tagElement($0.value) + "<resourcetype/>")
                    })
        }
        var properties = "<resourcetype><collection/><C:calendar/></resourcetype>"
        if dialect.hasTokens { properties += "<sync-token>\(token)</sync-token>" }
        if dialect.hasTag { properties += "<CS:getctag>\(epoch)-\(log.count)</CS:getctag>" }
        if isReadOnly {
            properties +=
                "<current-user-privilege-set><privilege><read/></privilege></current-user-privilege-set>"
        }
        return multistatus([response(path, properties)])
    }

    func changes(_ body: String) -> HTTPResponse {
        guard dialect.hasTokens else { return answer(403) }
        let since = Self.values(of: "d:sync-token", in: body).first ?? ""
        let parts = since.split(separator: "/")
        guard parts.count == 5, parts[3] == "\(epoch)", let revision = Int(parts[4]),
            revision <= log.count
        else {
            switch dialect.refusal {
            case .status(let status, let condition): return refusal(status, condition)
            case .everything:
                let all = resources.sorted { $0.key < $1.key }
                return multistatus(
                    all.map { response($0.key, tagElement($0.value)) }, token: token)
            }
        }
        var (seen, responses): (Set<String>, [String]) = ([], [])
        var told = revision
        for (index, path) in log[revision...].enumerated() {
            if responses.count == dialect.page {
                responses.append(
                    "<response><href>\(href(MemoryServer.path))</href><status>HTTP/1.1 507 No</status></response>"
                )
                break
            }
            told += 1
            let number = revision + index + 1
            if dialect.losesEvery > 0, number % dialect.losesEvery == 0 { continue }
            guard seen.insert(path).inserted else { continue }
            if let resource = resources[path] {
                responses.append(response(path, tagElement(resource)))
            } else if dialect.tellsUnknownGone || log[..<revision].contains(path) {
                responses.append(gone(path))
            }
        }
        return multistatus(responses, token: "http://127.0.0.1/sync/\(epoch)/\(told)")
    }

    func multiget(_ body: String) -> HTTPResponse {
        let paths = Self.values(of: "d:href", in: body).map {
            URL(string: $0)?.path(percentEncoded: false) ?? $0
        }
        guard paths.count < dialect.cap else { return answer(400) }
        if !poison.isDisjoint(with: paths) { return answer(500) }
        var responses: [String] = []
        for path in paths {
            if let resource = resources[path] {
                let text = XMLBody.escaped(resource.text).replacing("&#13;", with: "")
                responses.append(
                    response(
                        path, tagElement(resource) + "<C:calendar-data>\(text)</C:calendar-data>"))
            } else {
                switch dialect.missing {
                case .status404: responses.append(gone(path))
                case .silent: break
                case .wholeReport404: return answer(404)
                }
            }
        }
        return multistatus(responses)
    }

    static func values(of element: String, in body: String) -> [String] {
        body.split(separator: "<\(element)>").dropFirst().compactMap {
            $0.split(separator: "</\(element)>").first.map(String.init)
        }
    }
}
