import CalendarMerge

let texts = ["SEQUENCE:0\nSUMMARY:Dentist", "SEQUENCE:1\nSUMMARY:Dentist at nine"].map {
    "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20261121T090000Z\n\($0)\nEND:VEVENT\nEND:VCALENDAR\n"
}
let merge = CalendarMerge(texts.map { MergeSource(name: "", text: $0) })
let events = merge.text.split(separator: "\r\n").filter { $0 == "BEGIN:VEVENT" }
precondition(events.count == 1 && merge.text.contains("Dentist at nine"), merge.text)
print(merge.text)
