internal import CLibical

/// A component in libical's memory: one owner, freed with it.
struct ComponentHandle: ~Copyable {
    let pointer: OpaquePointer

    /// Parses NUL-terminated text; nil when libical finds no component in it.
    init?(parsing text: [UInt8]) {
        _ = Self.configured
        let parsed = text.withUnsafeBytes { bytes in
            bytes.assumingMemoryBound(to: CChar.self).baseAddress.flatMap(icalparser_parse_string)
        }
        guard let parsed else { return nil }
        pointer = parsed
    }

    /// An empty component of this kind.
    init?(new kind: icalcomponent_kind) {
        _ = Self.configured
        guard let created = icalcomponent_new(kind) else { return nil }
        pointer = created
    }

    deinit { icalcomponent_free(pointer) }

    /// libical may be built to abort on malformed input; set once, before its first use.
    private static let configured: Void = icalerror_set_errors_are_fatal(0)

    /// Calls `body` with each property.
    func forEachProperty(_ body: (OpaquePointer) -> Void) {
        Self.forEachProperty(of: pointer, body)
    }

    /// Calls `body` with each component directly below.
    func forEachComponent(_ body: (OpaquePointer) -> Void) {
        var next = icalcomponent_get_first_component(pointer, ICAL_ANY_COMPONENT)
        while let component = next {
            body(component)
            next = icalcomponent_get_next_component(pointer, ICAL_ANY_COMPONENT)
        }
    }

    /// Calls `body` with each property of a component that this handle owns.
    static func forEachProperty(of component: OpaquePointer, _ body: (OpaquePointer) -> Void) {
        var next = icalcomponent_get_first_property(component, ICAL_ANY_PROPERTY)
        while let property = next {
            body(property)
            next = icalcomponent_get_next_property(component, ICAL_ANY_PROPERTY)
        }
    }
}
