/// What the command says of days, commands and the configuration file, in Simplified Chinese.
enum ChineseViewMessages {
    /// English key to translation, with the same placeholders.
    package static let table: [String: String] = [
        "+{0} more": "另有 {0} 项",
        "No events on {0}": "{0} 没有日程",
        "--format cannot be used with agenda meet, which prints times":
            "--format: 不能用于 agenda meet，它显示的是时段",
        "--limit cannot be combined with --propose": "--limit: 不能与 --propose 同时使用",
        "--output - cannot be combined with --json, --jsonl or --tsv":
            "--output -: 不能与 --json、--jsonl 或 --tsv 同时使用",
        "--output and --summary need --propose": "--output 和 --summary: 只能与 --propose 同时使用",
        "--summary needs --output": "--summary: 只能与 --output 同时使用",
        "--timeout: expected a duration such as 20s or 2m, got '{0}'":
            "--timeout {0}: 不是时长: 请写 20s 或 2m",
        "--with {0}: you are always one of the people: use another name":
            "--with {0}: 您本人始终包括在内: 请换一个名字",
        "--with: expected [NAME=]PATH or [NAME=]ADDRESS, got '{0}'":
            "--with {0}: 请写 [NAME=]路径 或 [NAME=]地址",
        "--with: two calendars are called {0}: write NAME= before each of them":
            "--with: 有两个日历名为 {0}: 请在每个之前写 NAME=",
        "--zone: expected the name of one of --with and its zone, such as anna=Asia/Tokyo, got '{0}'":
            "--zone {0}: 请写 --with 中的名字和时区，例如 anna=Asia/Tokyo",
        "Meeting": "会议",
        "Meeting with {0}": "与 {0} 的会议",
        "No time from {0} to {1} suits everybody": "{0} 至 {1} 没有适合所有人的时段",
        "Possible times for {0} ({1}):": "可选时段，时长 {0}（{1}）:",
        "age not known": "新旧不明",
        "everybody is free": "所有人都有空",
        "known from {0} to {1}": "已知 {0} 至 {1}",
        "known in parts from {0} to {1}": "{0} 至 {1} 部分已知",
        "me": "我",
        "meet: it is not known whether these are free: {0}": "meet: 不知道这些人是否有空: {0}",
        "not known": "未知",
        "not known: {0}": "未知: {0}",
        "tentative: {0}": "暂定: {0}",
        "{0} days old": "{0} 天前",
        "{0} h old": "{0} 小时前",
        "{0} min old": "{0} 分钟前",
        "{0} must be a number from 1 to 1000, not '{1}'": "{0} {1}: 超出范围: 1 到 1000",
        "{0}: not known: {1}": "{0}: 未知: {1}",
        "No events today": "今天没有日程",
        "help {0}: no such command; did you mean '{1}'?":
            "help {0}: 没有这个命令: 您是指 '{1}' 吗？",
        "help {0}: no such command: see agenda --help":
            "help {0}: 没有这个命令: 参见 agenda --help",
        "no events": "没有日程",
        "{0}'s birthday": "{0}的生日",
        "{0}'s birthday ({1})": "{0}的生日（{1}岁）",
        "{0}'s anniversary": "{0}的纪念日",
        "{0}'s anniversary ({1})": "{0}的纪念日（{1}周年）",
        "{0}'s special day": "{0}的重要日子",
        "{0}'s special day ({1})": "{0}的重要日子（{1}周年）",
        "{0}: {1} ({2})": "{0}: {1}（{2}周年）",
        "contacts": "联系人",
        "{0} {1}: no such day or file; did you mean '{2}'?":
            "{0} {1}: 没有这一天，也没有这个文件: 您是指 '{2}' 吗？",
        "{0} {1}: no such day or file: give a day such as tomorrow or 2026-11-20, or a path":
            "{0} {1}: 没有这一天，也没有这个文件: 请写 tomorrow、2026-11-20 或路径",
        "{0} cannot be combined with '{1}'": "{0}: 不能与 '{1}' 同时使用",
        "{0}: no such command; did you mean '{1}'?": "{0}: 没有这个命令: 您是指 '{1}' 吗？",
        "{0}: no such command: see {1} --help": "{0}: 没有这个命令: 参见 {1} --help",
        "{0}: {1}: see {2} --help": "{0}: {1}: 参见 {2} --help",
        "--unset takes no value: leave out '{0}'":
            "--unset {0}: 不带值: 请省略",
        "--unset needs a key":
            "--unset: 请写出键名",
        "24h or 12h":
            "24h 或 12h",
        "HOME is not set: set XDG_CONFIG_HOME":
            "HOME: 未设置: 请设置 XDG_CONFIG_HOME",
        "[[…]] is not supported: write [colors]":
            "[[…]] 在此没有意义: 请写 [colors]",
        "[{0}] appears twice: join the two":
            "[{0}] 已经有了: 请合并两处",
        "this is the name of a command: choose another one":
            "已有命令使用此名称: 请另选一个",
        "control character in a string: write it as \\u0000":
            "文本中有控制字符: 请写成 \\u0000",
        "expected key = value, [table] or # comment":
            "每行应为 key = value、[table] 或 # 注释",
        "a string must be on one line, in \" or '":
            "文本须在一行内，用 \" 或 ' 括起",
        "auto, always or never":
            "auto、always 或 never",
        "expected commas between the values of a list: [\"one\", \"two\"]":
            "列表的值之间用逗号: [\"one\", \"two\"]",
        "config: the file cannot be changed here: edit it with an editor":
            "config: 无法在此更改文件: 请用编辑器修改",
        "config {0} {1}: {2}":
            "config {0} {1}: {2}",
        "config {0}: is not set":
            "config {0}: 未设置",
        "how a date is shown: %d %m %Y %y %B %b %e %-d %-m":
            "日期的显示方式: %d %m %Y %y %B %b %e %-d %-m",
        "unexpected text after the value: quote it, or put # before it":
            "值的后面还有内容: 请用引号括起，或在其前加 #",
        "missing ] after the table's name":
            "表名后缺少 ]",
        "missing ] at the end of the list":
            "列表末尾缺少 ]",
        "the calendar that 'agenda add' writes to":
            "'agenda add' 写入的日历",
        "the day with which a week begins":
            "一周的第一天",
        "the days on which 'agenda free' looks":
            "'agenda free' 查找的日子",
        "the hours in which 'agenda free' looks":
            "'agenda free' 查找的时段",
        "missing quote at the end of the string":
            "文本末尾缺少引号",
        "missing value: write it in quotes":
            "缺少值: 请写在引号中",
        "the zone in which days and times are shown":
            "显示日期和时刻的时区",
        "what 'agenda' alone shows":
            "单独运行 'agenda' 时显示的内容",
        "write \"24h\" or \"12h\"":
            "请写 \"24h\" 或 \"12h\"",
        "write \"9:00-17:00\"":
            "请写 \"9:00-17:00\"",
        "write \"auto\", \"always\" or \"never\"":
            "请写 \"auto\"、\"always\" 或 \"never\"",
        "write \"monday\", \"sunday\" or \"saturday\"":
            "请写 \"monday\"、\"sunday\" 或 \"saturday\"",
        "write [\"monday\", \"friday\"]":
            "请写 [\"monday\", \"friday\"]",
        "write a calendar's name in quotes":
            "请在引号中写日历名称",
        "write a command such as \"list --days 3\"":
            "请写命令，例如 \"list --days 3\"",
        "write a command such as \"week\" or \"list --days 3\"":
            "请写命令，例如 \"week\" 或 \"list --days 3\"",
        "write a name such as \"Europe/Berlin\"":
            "请写 \"Europe/Berlin\" 这样的名称",
        "write addresses such as [\"kim@example.org\"]":
            "请写 [\"kim@example.org\"] 这样的地址",
        "write day, month and year such as \"%d.%m.%Y\"":
            "请写日、月、年，例如 \"%d.%m.%Y\"",
        "write royalblue or #4169e1":
            "请写 royalblue 或 #4169e1",
        "your own addresses: events that they declined do not count":
            "您自己的地址: 它们已谢绝的不算",
        "unknown escape '\\{0}': write \\\\ for a backslash":
            "文本中的 '\\{0}' 没有意义: 反斜杠请写 \\\\",
        "'{0}' is not a value: write it in quotes, \"{1}\"":
            "'{0}' 不是值: 请用引号括起，写成 \"{1}\"",
        "{0} is already on line {1}: leave one out":
            "{0} 已在第 {1} 行: 请去掉一个",
        "{0} {1}: no such calendar: only local is writable":
            "{0} {1}: 没有这个日历: 只有 local 可以写入",
        "{0}: cannot be created: {1}":
            "{0}: 无法创建: {1}",
        "{0}: cannot be read: {1}":
            "{0}: 无法读取: {1}",
        "{0}: not UTF-8: save it as UTF-8":
            "{0}: 不是 UTF-8 文本: 请存为 UTF-8",
        "{0}: {1} = {2}: {3}":
            "{0}: {1} = {2}: {3}",
        "{0}: {1}: no such key: see 'agenda config'":
            "{0}: {1}: 没有这个键: 'agenda config' 会列出全部",
        "{0}: {1}: no such key; did you mean '{2}'?":
            "{0}: {1}: 没有这个键: 您是指 '{2}' 吗？",
        "{0}: {1}: no such key; did you mean '{2}.{3}'?":
            "{0}: {1}: 没有这个键: 您是指 '{2}.{3}' 吗？",
        "{0}:{1}: {2}":
            "{0}:{1}: {2}",
    ]
}
