/// What is said of the form of a to-do, of attendees who were not told, of contacts' encodings, and of `agenda meet`'s
/// passwords, in Simplified Chinese.
enum ChineseFormMessages {
    /// English key to translation, with the same placeholders.
    package static let table: [String: String] = [
        "--event-time-zone {0}: only a time has a zone, and it has none":
            "--event-time-zone {0}: 只有时刻才有时区，而它没有时刻",
        "--status must be needs-action, in-process, completed or cancelled, not '{0}'":
            "--status 必须是 needs-action、in-process、completed 或 cancelled，而不是“{0}”",
        "--user, --password-file and their like are for one server: --with names {0}":
            "--user、--password-file 等用于一台服务器: --with 指定了 {0} 台",
        "Edit, save and close. Lines that you leave alone stay as they are. Times are in the to-do's zone.":
            "请编辑、保存并关闭。未改动的行保持原样。时间以待办事项的时区为准。",
        "export the contacts again as UTF-8, such as vCard 3.0":
            "请以 UTF-8 重新导出联系人，例如 vCard 3.0",
        "it has changed in the meantime": "它在此期间已被更改",
        "no terminal for an editor: say with options what to change, or set EDITOR":
            "没有可用于编辑器的终端: 请用选项说明要更改什么，或设置 EDITOR",
        "priority: takes 1 (highest) to 9, high, medium or low. parent: takes an id or words of another to-do.":
            "priority: 1（最高）到 9、high、medium 或 low。parent: 另一个待办事项的标识或词语。",
        "status: takes needs-action, in-process, completed or cancelled. percent: takes 0 to 100, and 100 means completed.":
            "status: needs-action、in-process、completed 或 cancelled。percent: 0 到 100，100 表示已完成。",
        "the text cannot be read in the encoding '{0}'; some letters may be wrong":
            "无法以编码“{0}”读取该文本; 部分字符可能有误",
        "{0}: not told yet: use 'agenda invite --send {1}'":
            "{0}: 尚未得知: 请用 'agenda invite --send {1}'",
        "{0}: {1} deleted events match": "{0}: 有 {1} 个已删除的日程匹配",
        "{0}: {1} deleted events match: give an id": "{0}: 有 {1} 个已删除的日程匹配: 请给出标识",
        "{0}% done does not go with {1}: change only one of them":
            "已完成 {0}% 与 {1} 不相符: 请只更改其中之一",
    ]
}
