internal import FoundationEssentials

/// What a ticket's page shows.
struct DeviceHTML {
    let words: PageWords
    /// The user's name that devices are told.
    let user: String

    /// The buttons that use the ticket: programs that look at links beforehand press none.
    func form(_ device: Device) -> String {
        func button(_ kind: String, _ key: String) -> String {
            "<p><button formaction=\"?for=\(kind)\">\(words.say(key))</button></p>"
        }
        return
            "<p dir=\"auto\">\(words.say("deviceIntro", PageHTML.escaped(device.name)))</p><form method=\"post\">"
            + button("apple", "deviceApple") + button("other", "deviceOther") + "</form>"
    }

    /// What is typed on the device, and the link by which DAVx5 takes it.
    func answer(_ device: Device, _ password: String, at place: DeviceAddress) -> String {
        let rows = [
            ("deviceAddress", place.dav), ("deviceUser", user), ("devicePassword", password),
        ].map { "<dt>\(words.say($0))</dt><dd><code>\(PageHTML.escaped($1))</code></dd>" }
        // As DAVx5 reads it (LoginActivity.loginInfoFromIntent): https with the user and the password in it.
        let link = "davx5://\(user):\(password)@" + place.dav.dropFirst("https://".count)
        return "<dl class=\"password\">\(rows.joined())</dl><p>\(words.say("deviceOnce"))</p>"
            + (place.isEncrypted
                ? "<p><a class=\"button\" href=\"\(PageHTML.escaped(link))\">\(words.say("deviceDAVx5"))</a></p>"
                : "")
    }
}

extension DeviceAddress {
    /// A configuration profile with an account of CalDAV, as Apple's programs install it (Apple's Configuration Profile
    /// Reference, `com.apple.caldav.account`).
    func profile(for device: Device, _ password: String, user: String = Device.user) -> String {
        func key(_ name: String, _ value: String) -> String {
            "<key>\(name)</key><string>\(PageHTML.escaped(value))</string>\n"
        }
        func payload(_ type: String, _ suffix: String) -> String {
            key("PayloadType", type) + key("PayloadIdentifier", "agenda.\(host)\(suffix)")
                + key("PayloadUUID", UUID().uuidString)
                + key("PayloadDisplayName", "agenda (\(host))")
                + "<key>PayloadVersion</key><integer>1</integer>\n"
        }
        let account =
            payload("com.apple.caldav.account", ".device\(device.id)")
            + key("CalDAVAccountDescription", "agenda")
            + key("CalDAVHostName", host) + "<key>CalDAVPort</key><integer>\(port)</integer>\n"
            + "<key>CalDAVUseSSL</key><\(isEncrypted)/>\n"
            + key("CalDAVPrincipalURL", "/dav/u/\(user)/")
            + key("CalDAVUsername", user) + key("CalDAVPassword", password)
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \(payload("Configuration", ""))<key>PayloadContent</key>
            <array>
            <dict>
            \(account)</dict>
            </array>
            </dict>
            </plist>

            """
    }
}
