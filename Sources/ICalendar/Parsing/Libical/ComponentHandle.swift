internal import CLibical

/// A component in libical's memory, freed with its only owner.
struct ComponentHandle: ~Copyable {
    let pointer: OpaquePointer

    /// Parses unfolded lines, each with a NUL at its end; nil if libical finds no component in
    /// them.
    init?(parsing lines: [UInt8]) {
        guard Libical.load(), let parser = icalparser_new() else { return nil }
        // Owns the components that begin and do not end.
        defer { icalparser_free(parser) }
        var first: OpaquePointer?
        var lines = lines
        lines.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            var position = 0
            while let end = UnsafeRawBufferPointer(bytes).offset(of: 0, from: position) {
                let line = (base + position).assumingMemoryBound(to: CChar.self)
                if let ended = icalparser_add_line(parser, line) {
                    if first == nil { first = ended } else { icalcomponent_free(ended) }
                }
                position = end + 1
            }
        }
        guard let first else { return nil }
        pointer = first
    }

    deinit { icalcomponent_free(pointer) }

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
