package import AgendaKit
internal import ICalendar

extension SeriesOutline: JSONObject {
    package func writeMembers(to json: inout JSONWriter) {
        json.array("next") { json in
            for span in next {
                json.object { json in
                    json.member("start", span.start)
                    json.member("end", span.end)
                }
            }
        }
        json.member("count", count)
        json.member("last", last?.start)
    }
}
