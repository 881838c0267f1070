/// What is said when something is taken over from other programs, in Simplified Chinese.
enum ChineseAdoptionMessages {
    package static let table: [String: String] = [
        "Set {0} = {1}": "已设置 {0} = {1}",
        "[{0}] has no section above it: write it with fewer brackets":
            "[{0}] 没有上一级: 请减少括号",
        "birthdays": "生日",
        "Copy calcurse's appointments into {0}, your usual calendar, rather than into local? [y/N] ":
            "把 calcurse 的日程复制到您常用的日历 {0}，而不是 local？[y/N] ",
        "calcurse's appointments go to local: for {0} give --calendar {1}":
            "calcurse 的日程将存入 local: 要存入 {0} 请给出 --calendar {1}",
        "{0}: is left out: {1}: no such folder": "{0}: 已略去: {1}: 没有这个文件夹",
        "ends before it begins: correct it in calcurse": "结束早于开始: 请在 calcurse 中改正",
        "expected as many ] as [ after the name": "名称后的 ] 应与 [ 一样多",
        "expected name = value, [section] or # comment": "应为 名称 = 值、[节] 或 # 注释",
        "is no appointment of calcurse's: correct it there":
            "不是 calcurse 的日程: 请在 calcurse 中改正",
        "is no to-do of calcurse's: correct it there": "不是 calcurse 的待办: 请在 calcurse 中改正",
        "missing {0} at the end of the text": "文本末尾缺少 {0}",
        "only a comma or # may follow a text in quotes": "引号中的文本之后只能是逗号或 #",
        "only read": "只读",
        "path = {0}: no such folder": "path = {0}: 没有这个文件夹",
        "the path is worked out: write it as a text, path = \"~/calendars/*\"":
            "path 是算出来的: 请写成文本，path = \"~/calendars/*\"",
        "would add {0}: {1} ({2})": "将添加 {0}: {1}（{2}）",
        "would add {0}: {1} ({2}, {3})": "将添加 {0}: {1}（{2}，{3}）",
        "would set {0} = {1}": "将设置 {0} = {1}",
        "{0} stands twice: leave one out": "{0} 出现了两次: 请去掉一个",
        "{0}: [[{1}]] has no path: left out": "{0}: [[{1}]] 没有 path: 已略去",
        "{0}: [[{1}]]: type = {2}: expected calendar, birthdays or discover: left out":
            "{0}: [[{1}]]: type = {2}: 应为 calendar、birthdays 或 discover: 已略去",
        "{0}: cannot be read: its to-dos are left out": "{0}: 无法读取: 略去其中的待办",
        "{0}: cannot be read: name the configuration file": "{0}: 无法读取: 请给出配置文件",
        "{0}: cannot be read: name the folder of calcurse's data":
            "{0}: 无法读取: 请给出 calcurse 数据所在的文件夹",
        "{0}: color = {1}: khal has no such colour: left out":
            "{0}: color = {1}: khal 没有这种颜色: 已略去",
        "{0}: default_calendar = {1}: no such calendar":
            "{0}: default_calendar = {1}: 没有这个日历",
        "{0}: default_list = {1}: no such list": "{0}: default_list = {1}: 没有这个列表",
        "{0}: local_timezone = {1}: no such time zone: left out":
            "{0}: local_timezone = {1}: 没有这个时区: 已略去",
        "{0}: is the source {1} already: left as it is": "{0}: 已是来源 {1}: 保持不变",
        "{0}: names no calendars: is this khal's?": "{0}: 没有列出日历: 这是 khal 的配置吗？",
        "{0}: no such folder: {1} is left out": "{0}: 没有这个文件夹: 已略去 {1}",
        "{0}: path = {1}: no such folder: left out": "{0}: path = {1}: 没有这个文件夹: 已略去",
        "{0}: readonly = {1}: write True or False; [[{2}]] is left out":
            "{0}: readonly = {1}: 请写 True 或 False；已略去 [[{2}]]",
        "{0}: {1} has no counterpart here": "{0}: {1} 在此处没有对应的设置",
        "{0}: {1} is {2}, not {3}: left as it is": "{0}: {1} 为 {2}，而不是 {3}: 保持不变",
        "{0}:{1}: is no simple assignment such as name = \"text\": left out":
            "{0}:{1}: 不是 name = \"text\" 这样的简单赋值: 已略去",
        "{0}: its note {1} cannot be read: taken without it":
            "{0}: 无法读取其备注 {1}: 已接管，但没有备注",
    ]
}
