/// What the commands that change events say, and ask, in Simplified Chinese.
enum ChineseEditingMessages {
    /// English key to translation, with the same placeholders.
    static let table: [String: String] = [
        "--every {0}: is no repetition: write day, weekday, 2 weeks, monday,thursday, last friday or FREQ=WEEKLY;BYDAY=MO,TH":
            "--every {0}: 不是重复规则: 请写 day、weekday、2 weeks、monday,thursday、last friday 或 FREQ=WEEKLY;BYDAY=MO,TH",
        "--until {0}: {1}": "--until {0}: {1}",
        "--until {0}: there is no such day: write 2026-12-24":
            "--until {0}: 没有这一天: 请写 2026-12-24",
        "add: there is no day or time: write it (tomorrow 12:30)":
            "add: 没有日期或时刻: 请写出 (tomorrow 12:30)",
        "there is no day or time: write it (tomorrow 12:30)": "没有日期或时刻: 请写出 (tomorrow 12:30)",
        "there is no title: write one before the day or time": "没有标题: 请写在日期或时刻之前",
        "there is no such day: write 2026-12-24, monday, in 3 days or 24.12.":
            "没有这一天: 请写 2026-12-24、monday、in 3 days 或 24.12.",
        "there is no such time: write 9:30, 9pm or 21:30": "没有这个时刻: 请写 9:30、9pm 或 21:30",
        "may be a time or a length: write 10:00, or for {0}":
            "可能是时刻，也可能是时长: 请写 10:00 或 for {0}",
        "is no single day: write the day, or quotation marks around the title":
            "不是确定的一天: 请写明日期，或给标题加引号",
        "is no exact time: write 9:30, or quotation marks around the title":
            "不是确切的时刻: 请写 9:30，或给标题加引号",
        "may be a day: write it beside the time, or quotation marks around the title":
            "可能是日期: 请写在时刻旁边，或给标题加引号",
        "may be a time: write 9:30, or quotation marks around the title":
            "可能是时刻: 请写 9:30，或给标题加引号",
        "may be a repetition: write every monday or every 2 weeks, or quotation marks around the title":
            "可能是重复规则: 请写 every monday 或 every 2 weeks，或给标题加引号",
        "may be a time zone: write Europe/Berlin after the time, or quotation marks around the title":
            "可能是时区: 请在时刻之后写 Europe/Berlin，或给标题加引号",
        "is no time zone, or several: write Europe/Berlin or UTC+1":
            "不是时区，或有多个时区: 请写 Europe/Berlin 或 UTC+1",
        "is not what clocks show on that day: name the city instead": "那一天不使用这个时区: 请改写城市名",
        "is one day too many: leave one out, or quotation marks around the title":
            "多了一个日期: 请去掉一个，或给标题加引号",
        "is one time too many: leave one out, or quotation marks around the title":
            "多了一个时刻: 请去掉一个，或给标题加引号",
        "is said twice: leave one out, or quotation marks around the title":
            "说了两次: 请去掉一个，或给标题加引号",
        "the hour is not in that part of the day: write 9:30, 9pm or 21:30":
            "钟点不在这个时段内: 请写 9:30、9pm 或 21:30",
        "is over ({0}): write a day to come, or give --start with the date":
            "已经过去 ({0}): 请写将来的日期，或用 --start 给出日期",
        "ends before it starts: exchange start and end": "结束早于开始: 请对调开始与结束",
        "there is an end but no start: write the start, too": "有结束而没有开始: 请写出开始",
        "the start has a time: give the end one, too": "开始有时刻: 结束也请给出时刻",
        "an all-day event lasts whole days: give a start time, or days":
            "全天日程以整天计: 请给出开始时刻，或写天数",
        "nothing repeats: write every week, too": "没有重复: 请再写 every week",
        "no day of the repetition lies before its end: write a later one":
            "重复规则在结束之前没有一天: 请写更晚的结束",
        "understood: {0}, {1}": "理解为: {0}，{1}",
        "It starts on the first day of its repetition, not on {0}": "从重复规则的第一天开始，而不是 {0}",
        "Write it again, or nothing to stop: ": "请重新输入，直接回车则停止: ",
        "Add it so? [y/N] Or write it again: ": "这样添加吗？[y/N] 或重新输入: ",
        "--alarm {0}: is no duration: write 15m, 1h or 1d": "--alarm {0}: 不是时长: 请写 15m、1h 或 1d",
        "--calendar {0}: moves whole events: --scope all":
            "--calendar {0}: 只能移动整个日程: --scope all",
        "--calendar {0}: there is no such calendar: only local can be written to":
            "--calendar {0}: 没有这个日历: 只有 local 可以写入",
        "Moved {0} to {1}": "已将 {0} 移至 {1}",
        "Would move {0} to {1}": "将会把 {0} 移至 {1}",
        "--count {0}: must be at least 1": "--count {0}: 至少为 1",
        "--for {0}: is no duration: write 45m, 1h30m, 2d or 1w":
            "--for {0}: 不是时长: 请写 45m、1h30m、2d 或 1w",
        "--for: is one too many beside --end": "--for: 不能与 --end 同时使用",
        "--number {0}: must be at least 1": "--number {0}: 至少为 1",
        "--status {0}: is none: write confirmed, tentative or cancelled":
            "--status {0}: 没有这种状态: 请写 confirmed、tentative 或 cancelled",
        "--until {0}: is before the event's start": "--until {0}: 早于日程的开始",
        "--until, --count: say how it repeats, too: --every week":
            "--until、--count: 还须说明如何重复: --every week",
        "--until: is one too many beside --count": "--until: 不能与 --count 同时使用",
        "@ from then on": "@ 从此以后",
        "Deleted {0}": "已删除 {0}",
        "--everywhere: cannot be combined with --calendar {0}":
            "--everywhere: 不能与 --calendar {0} 同时使用",
        "--patch: cannot be combined with --json": "--patch: 不能与 --json 同时使用",
        "Overlaps {0}, {1}": "与 {0}（{1}）时间重叠",
        "Overlaps {0} more: 'agenda conflicts --days 366' shows them":
            "另有 {0} 处时间重叠: 用 'agenda conflicts --days 366' 查看",
        "every: takes day, weekday, week, month, year, 2 weeks, 'monday,thursday', 'last friday' or a rule such as FREQ=WEEKLY;BYDAY=MO,TH; nothing ends it.":
            "every: 可写 day、weekday、week、month、year、2 weeks、'monday,thursday'、'last friday' 或 FREQ=WEEKLY;BYDAY=MO,TH 这样的规则；留空则不再重复。",
        "alarm: takes the time before the start: 15m, 1h, 1d; several with commas.":
            "alarm: 写开始前的时长: 15m、1h、1d；多个用逗号分隔。",
        "{0}: has the event, too, and keeps it: --everywhere deletes it there":
            "{0}: 也有这个日程，予以保留: --everywhere 可一并删除",
        "{0}: has the event, too, as it was: --everywhere changes it there":
            "{0}: 也有这个日程，仍为原样: --everywhere 可一并更改",
        "{0}: has the event, too, and keeps it: this calendar is read-only":
            "{0}: 也有这个日程，予以保留: 此日历为只读",
        "{0}: has the event, too, as it was: this calendar is read-only":
            "{0}: 也有这个日程，仍为原样: 此日历为只读",
        "Redone: {0} {1}": "已重做: {0} {1}",
        "Save and close to change it; what is left as it is stays. Times are those of its zone.":
            "保存并关闭即可更改；未改动的内容保持不变。时刻按其时区书写。",
        "Undone: {0} {1}": "已撤销: {0} {1}",
        "Would change {0}": "将会更改 {0}",
        "Would delete {0}": "将会删除 {0}",
        "agenda: no event was changed yet: agenda add TEXT": "agenda: 还没有更改过日程: agenda add TEXT",
        "agenda: the history went with the database before this one: its backup has the events alone":
            "agenda: 历史记录随先前的数据库一同丢失: 其备份只有日程",
        "busy: {0}: write yes or no": "busy: {0}: 请写 yes 或 no",
        "deleted": "删除",
        "end: say when it ends": "end: 请写明何时结束",
        "line {0}: '{1}' is no line of the form: write key: value":
            "第 {0} 行: '{1}' 不是表单中的行: 请写 key: value",
        "line {0}: {1} is there already: leave one out": "第 {0} 行: {1} 已经有了: 请去掉一个",
        "nothing is changed: the text is kept in {0}": "没有更改: 文本保存在 {0}",
        "redid": "重做",
        "start: say when it starts": "start: 请写明何时开始",
        "the event has changed in the meantime": "日程在此期间已被更改",
        "undid": "撤销",
        "undone": "已撤销",
        "zone: name a time zone": "zone: 请写出时区",
        "{0} recurs. Change this, future or all? ": "{0} 是重复日程。更改 this（这一次）、future（此后）还是 all（全部）？ ",
        "{0} recurs. Delete this, future or all? ": "{0} 是重复日程。删除 this（这一次）、future（此后）还是 all（全部）？ ",
        "{0}, {1} and all after it": "{0}，{1} 及其后所有",
        "{0}, {1} and all its repetitions": "{0}，{1} 及其所有重复",
        "{0}: cannot be read after the editing": "{0}: 编辑后无法读取",
        "{0}: cannot be started: set EDITOR": "{0}: 无法启动: 请设置 EDITOR",
        "{0}: ended with a failure: the text is kept in {1}": "{0}: 异常结束: 文本保存在 {1}",
        "{0}: is out of range: 1 to 1000": "{0}: 超出范围: 1 到 1000",
        "undo {0}: would take back {1}: 'agenda undo --only {2}' takes back that one alone":
            "undo {0}: 将会撤销 {1}: 'agenda undo --only {2}' 只撤销那一项",
        "Take back {0}? --only {1} takes back that one alone [y/N] ":
            "撤销 {0} 吗？--only {1} 只撤销那一项 [y/N] ",
        "1 change": "1 项更改",
        "{0} changes": "{0} 项更改",
        "{0}: there was nothing to import": "{0}: 没有可导入的内容",
        "{0}: there was nothing to import: {1}": "{0}: 没有可导入的内容: {1}",
        "Would import {0} into {1}": "将导入 {0} 到 {1}",
        "Would import {0} into {1}: {2}": "将导入 {0} 到 {1}: {2}",
        "Imported {0} into {1}": "已导入 {0} 到 {1}",
        "{0} updated": "更新 {0} 个",
        "{0} newer here": "本地较新 {0} 个",
        "{0} not here": "本地没有 {0} 个",
        "{0}: not taken: {1}": "{0}: 未导入: {1}",
        "{0} to-dos, journal entries or busy times were left out": "略去了 {0} 个待办、日志或忙碌时段",
        "Imported {0} into {1}: {2}": "已导入 {0} 到 {1}: {2}",
        "Updated": "已更新",
        "Newer here": "本地较新",
        "Not here": "本地没有",
        "{0}: cannot be read ({1})": "{0}: 无法读取 ({1})",
        "copy: say where to: --to DAY or --calendar NAME":
            "copy: 请说明复制到哪里: --to DAY 或 --calendar NAME",
        "--scope future: one day is copied, or the series: this or all":
            "--scope future: 可复制一天或整个系列: this 或 all",
        "{0} recurs. Copy this or all? ": "{0} 会重复。复制此次 (this) 还是全部 (all)？",
        "Would copy {0} to {1}": "将会把 {0} 复制到 {1}",
        "nothing was chosen": "没有选择",
        "'{0}' is no number from 1 to {1}": "“{0}”不是 1 到 {1} 之间的数字",
        "Which one? [1-{0}] ": "哪一个？[1-{0}] ",
        "{0}: more than {1} events match: name one by its id": "{0}: 符合的日程多于 {1} 个: 请用编号指定一个",
        "{0}: no event matches: 'agenda list --ids' shows the ids":
            "{0}: 没有符合的日程: 'agenda list --ids' 显示编号",
        "{0}: {1} events match: name one by its id": "{0}: 有 {1} 个日程符合: 请用编号指定一个",
        "{0}: names the whole series: add a day, or give one day's id, such as {1}":
            "{0}: 指的是整个系列: 请给出某一天的编号，例如 {1}",
        "{0}: no file can be made: {1}": "{0}: 无法创建文件: {1}",
        "{0}: the event belongs to {1}, which is read only: change it where it comes from, or allow it with 'agenda source set {2} --writable'":
            "{0}: 日程属于只读的 {1}: 请在其来源处更改，或用 'agenda source set {2} --writable' 允许更改",
        "{0}: the event recurs: give --scope this, future or all":
            "{0}: 日程是重复的: 请给出 --scope this、future 或 all",
        "{0}: the text is kept in {1}": "{0}: 文本保存在 {1}",
        "{0}: no such event: {1} does not exist": "{0}: 没有这个日程: {1} 不存在",
    ]
}
