internal import ICalendar

/// The name of an element or attribute (Namespaces in XML 1.0).
package struct XMLName: Hashable, Sendable, CustomStringConvertible {
    /// The namespace; empty for a name outside of any.
    package var space: String
    /// The name in it.
    package var local: String

    /// A name in a namespace.
    package init(_ space: String, _ local: String) { (self.space, self.local) = (space, local) }

    /// WebDAV's names (RFC 4918 section 21.1).
    package static func dav(_ local: String) -> XMLName { XMLName("DAV:", local) }
    /// CalDAV's names (RFC 4791 section 14.1).
    package static func calDAV(_ local: String) -> XMLName {
        XMLName("urn:ietf:params:xml:ns:caldav", local)
    }
    /// Names of Apple's CalendarServer, such as `getctag`.
    package static func calendarServer(_ local: String) -> XMLName {
        XMLName("http://calendarserver.org/ns/", local)
    }
    /// Names of Apple's programs, such as `calendar-color`.
    package static func apple(_ local: String) -> XMLName {
        XMLName("http://apple.com/ns/ical/", local)
    }
    /// Names of WebDAV-Push.
    package static func push(_ local: String) -> XMLName {
        XMLName("https://bitfire.at/webdav-push", local)
    }
    /// `xml:lang`: the language of an element's texts (XML 1.0 section 2.12).
    package static let language = XMLName("http://www.w3.org/XML/1998/namespace", "lang")

    /// `{namespace}local`.
    package var description: String { "{\(space)}\(local)" }
}

/// An element with all that it holds. Comments and processing instructions are left out.
package struct XMLElement: Hashable, Sendable {
    /// What it is.
    package var name: XMLName
    /// Its attributes; those that say what prefixes mean are none.
    package var attributes: [XMLName: String] = [:]
    /// Its text before the first child, with its white space.
    package var text = ""
    /// The elements directly in it.
    package var children: [XMLElement] = []
    /// The text of the parent between this element and the next, or the parent's end.
    package var tail = ""

    /// An element with a text, or with children.
    package init(_ name: XMLName, _ text: String = "", _ children: [XMLElement] = []) {
        (self.name, self.text, self.children) = (name, text, children)
    }

    /// The first child of this name.
    package subscript(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }

    /// The value of an attribute outside of any namespace, as almost all are.
    package func attribute(_ local: String) -> String? { attributes[XMLName("", local)] }

    /// ``text`` without the white space around it.
    package var value: String {
        String(Substring(text.utf8.trimming { $0 == 0x20 || (0x09...0x0D).contains($0) }))
    }
}

extension XMLElement {
    /// Elements within each other that a request may have; the deepest filters have 20.
    package static let maximumDepth = 64
    /// Elements that a request may have in all: ten times the addresses that a report may ask for.
    package static let maximumCount = 100_000

    /// Reads a whole document, which must end where the bytes do, without any repair.
    package static func read(_ bytes: [UInt8]) throws(XMLReader.Fault) -> XMLElement {
        var builder = XMLTreeBuilder()
        try XMLReader.read(bytes, into: &builder, depth: maximumDepth, elements: maximumCount)
        guard let root = builder.root else { throw .broken("it has no element") }
        return root
    }

    /// The element as text that stands for itself wherever it is put: it says its namespaces, and keeps its texts, children,
    /// attributes and language, as a property's value must be kept (RFC 4918 section 4.3). Prefixes become others.
    ///
    /// - Parameter language: `xml:lang` of the elements around it, which is its own if it says none.
    package func serialized(language: String? = nil) -> String {
        var element = self
        if let language, attributes[.language] == nil { element.attributes[.language] = language }
        var result = ""
        element.write(to: &result, in: nil)
        return result
    }

    /// - Parameter space: The default namespace where it stands; nil if it is unknown.
    private func write(to result: inout String, in space: String?) {
        result += "<\(name.local)"
        if name.space != space { result += " xmlns=\"\(Self.attributeText(name.space))\"" }
        let sorted = attributes.sorted {
            ($0.key.space, $0.key.local) < ($1.key.space, $1.key.local)
        }
        for (number, (name, value)) in sorted.enumerated() {
            let value = Self.attributeText(value)
            switch name.space {
            case "": result += " \(name.local)=\"\(value)\""
            case XMLName.language.space: result += " xml:\(name.local)=\"\(value)\""
            default:
                let meaning = Self.attributeText(name.space)
                result += " xmlns:n\(number)=\"\(meaning)\" n\(number):\(name.local)=\"\(value)\""
            }
        }
        guard !text.isEmpty || !children.isEmpty else {
            result += "/>"
            return
        }
        result += ">\(XMLBody.escaped(text))"
        for child in children {
            child.write(to: &result, in: name.space)
            result += XMLBody.escaped(child.tail)
        }
        result += "</\(name.local)>"
    }

    /// Readers take a tab or line feed of an attribute for a space (XML 1.0 section 3.3.3).
    private static func attributeText(_ text: String) -> String {
        XMLBody.escaped(text).replacing("\t", with: "&#9;").replacing("\n", with: "&#10;")
    }
}
