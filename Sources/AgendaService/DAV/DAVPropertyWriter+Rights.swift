internal import AgendaSync

// What may be done with a place, and asked of it.
extension DAVPropertyWriter {
    func privileges(of node: DAVNode, to output: inout XMLOutput) {
        var names = ["D:read", "D:read-current-user-privilege-set"]
        switch node {
        case .calendar(let calendar, _), .resource(_, let calendar, _):
            names.append("C:read-free-busy")
            if calendar.isWritable {
                names += ["D:write", "D:write-content", "D:write-properties", "D:bind", "D:unbind"]
            }
        case .home:
            if device.mayWrite { names += ["D:bind", "D:write-properties"] }
            if device.mayWrite, device.mayRemoveCalendars { names.append("D:unbind") }
        case .inbox:
            names += [
                "C:schedule-deliver", "C:schedule-deliver-invite", "C:schedule-deliver-reply",
                "C:schedule-query-freebusy", "D:unbind", "D:write-properties",
            ]
        case .outbox:
            names += [
                "C:schedule-send", "C:schedule-send-invite", "C:schedule-send-reply",
                "C:schedule-send-freebusy",
            ]
        case .root, .principal, .message: break
        }
        for name in names {
            output.begin("D:privilege")
            output.empty(name)
            output.end("D:privilege")
        }
    }

    func reports(of node: DAVNode, to output: inout XMLOutput) {
        var names = ["D:expand-property"]
        switch node {
        case .calendar:
            names += [
                "D:sync-collection", "C:calendar-query", "C:calendar-multiget", "C:free-busy-query",
            ]
        case .root, .principal, .home:
            names += [
                "D:principal-property-search", "D:principal-search-property-set",
                "D:principal-match",
            ]
        case .inbox: names += ["D:sync-collection", "C:calendar-query", "C:calendar-multiget"]
        case .resource, .outbox, .message: break
        }
        for name in names {
            output.begin("D:supported-report")
            output.begin("D:report")
            output.empty(name)
            output.end("D:report")
            output.end("D:supported-report")
        }
    }
}
