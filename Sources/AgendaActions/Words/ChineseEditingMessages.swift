/// What the commands that change events say, and ask, in Simplified Chinese.
enum ChineseEditingMessages {
    /// English key to translation, with the same placeholders.
    package static let table: [String: String] = [
        "--every: expected day, weekday, 2 weeks, monday,thursday, last friday or FREQ=WEEKLY;BYDAY=MO,TH, got '{0}'":
            "--every {0}: 不是重复规则: 请写 day、weekday、2 weeks、monday,thursday、last friday 或 FREQ=WEEKLY;BYDAY=MO,TH",
        "--until {0}: {1}": "--until {0}: {1}",
        "--until: expected a day such as 2026-12-24, got '{0}'":
            "--until {0}: 没有这一天: 请写 2026-12-24",
        "no day or time: give one, such as tomorrow 12:30": "没有日期或时刻: 请写出 (tomorrow 12:30)",
        "no title: write one before the day or time": "没有标题: 请写在日期或时刻之前",
        "not a day: use 2026-12-24, monday, in 3 days or 24.12.":
            "没有这一天: 请写 2026-12-24、monday、in 3 days 或 24.12.",
        "not a time: use 9:30, 9pm or 21:30": "没有这个时刻: 请写 9:30、9pm 或 21:30",
        "could be a time or a length: write 10:00, or for {0}":
            "可能是时刻，也可能是时长: 请写 10:00 或 for {0}",
        "not a single day: write one day, or put the title in quotes":
            "不是确定的一天: 请写明日期，或给标题加引号",
        "not an exact time: write 9:30, or put the title in quotes":
            "不是确切的时刻: 请写 9:30，或给标题加引号",
        "could be a day: write it next to the time, or put the title in quotes":
            "可能是日期: 请写在时刻旁边，或给标题加引号",
        "could be a time: write 9:30, or put the title in quotes":
            "可能是时刻: 请写 9:30，或给标题加引号",
        "could be a repetition: write every monday or every 2 weeks, or put the title in quotes":
            "可能是重复规则: 请写 every monday 或 every 2 weeks，或给标题加引号",
        "could be a time zone: write Europe/Berlin after the time, or put the title in quotes":
            "可能是时区: 请在时刻之后写 Europe/Berlin，或给标题加引号",
        "no time zone, or several: write Europe/Berlin or UTC+1":
            "不是时区，或有多个时区: 请写 Europe/Berlin 或 UTC+1",
        "clocks do not show this time zone on that day: name the city instead":
            "那一天不使用这个时区: 请改写城市名",
        "one day too many: leave one out, or put the title in quotes":
            "多了一个日期: 请去掉一个，或给标题加引号",
        "one time too many: leave one out, or put the title in quotes":
            "多了一个时刻: 请去掉一个，或给标题加引号",
        "given twice: leave one out, or put the title in quotes":
            "说了两次: 请去掉一个，或给标题加引号",
        "the hour is not in that part of the day: write 9:30, 9pm or 21:30":
            "钟点不在这个时段内: 请写 9:30、9pm 或 21:30",
        "already over ({0}): give a later day, or the date with {1}":
            "已经过去 ({0}): 请写将来的日期，或用 {1} 给出日期",
        "ends before it starts: swap start and end": "结束早于开始: 请对调开始与结束",
        "an end but no start: add the start": "有结束而没有开始: 请写出开始",
        "the start has a time, but the end has none: add one": "开始有时刻: 结束也请给出时刻",
        "an all-day event lasts whole days: give a start time, or days":
            "全天日程以整天计: 请给出开始时刻，或写天数",
        "nothing repeats: add a repetition, such as every week": "没有重复: 请再写 every week",
        "the repetition ends before its first day: give a later end":
            "重复规则在结束之前没有一天: 请写更晚的结束",
        "understood: {0}": "理解为: {0}",
        "{0} does not exist on {1} in {2}: {3} is used": "{2} 在 {1} 没有 {0}: 采用 {3}",
        "It starts on the first day of its repetition, not on {0}": "从重复规则的第一天开始，而不是 {0}",
        "no day that is understood; did you mean {0}? Write that, or today beside the time":
            "不明白是哪一天: 是 {0} 吗？请写明日期，或在时刻旁边写 today",
        "could be a day: write today beside the time, or another day, or put it in quotes":
            "可能是日期: 请在时刻旁边写 today 或别的日期，或给它加引号",
        "a reminder: give it with --alarm, or put it in quotes": "这是提醒: 请用 --alarm 给出，或给它加引号",
        "{0}  {1}": "{0}  {1}",
        "Complete it or write it again, or press Enter to stop: ": "请补充或重新输入，直接回车则停止: ",
        "1, or complete it or write it again; Enter stops: ": "输入 1，或补充，或重新输入；直接回车则停止: ",
        "Which one? [1-{0}] Or complete it or write it again; Enter stops: ":
            "哪一个？[1-{0}] 或补充，或重新输入；直接回车则停止: ",
        "Add it like this? [y/N] Or 1, or complete it, or write it again: ":
            "这样添加吗？[y/N] 或输入 1，或补充，或重新输入: ",
        "Add it like this? [y/N] Or [1-{0}], or complete it, or write it again: ":
            "这样添加吗？[y/N] 或 [1-{0}]，或补充，或重新输入: ",
        "Add it like this? [y/N] Or write it again: ": "这样添加吗？[y/N] 或重新输入: ",
        "--alarm: expected a duration such as 15m, 1h or 1d, got '{0}'":
            "--alarm {0}: 不是时长: 请写 15m、1h 或 1d",
        "--calendar moves whole events: use --scope all":
            "--calendar 只能移动整个日程: 请用 --scope all",
        "Moved {0} to {1}": "已将 {0} 移至 {1}",
        "Would move {0} to {1}": "将会把 {0} 移至 {1}",
        "--count must be at least 1, not {0}": "--count {0}: 至少为 1",
        "--for: expected a duration such as 45m, 1h30m, 2d or 1w, got '{0}'":
            "--for {0}: 不是时长: 请写 45m、1h30m、2d 或 1w",
        "--for cannot be combined with --end": "--for: 不能与 --end 同时使用",
        "--number must be at least 1, not {0}": "--number {0}: 至少为 1",
        "--until {0} is before the event's start": "--until {0}: 早于日程的开始",
        "--until and --count need a repetition: add one, such as --every week":
            "--until、--count: 还须说明如何重复: --every week",
        "--until cannot be combined with --count": "--until: 不能与 --count 同时使用",
        "@ from then on": "@ 从此以后",
        "Deleted {0}": "已删除 {0}",
        "--everywhere cannot be combined with --calendar {0}":
            "--everywhere: 不能与 --calendar {0} 同时使用",
        "--patch cannot be combined with --json": "--patch: 不能与 --json 同时使用",
        "Overlaps {0}, {1}": "与 {0}（{1}）时间重叠",
        "Overlaps {0} more: see 'agenda conflicts --days 366'":
            "另有 {0} 处时间重叠: 用 'agenda conflicts --days 366' 查看",
        "every: takes day, weekday, week, month, year, 2 weeks, 'monday,thursday', 'last friday' or a rule such as FREQ=WEEKLY;BYDAY=MO,TH; leave it empty to stop repeating.":
            "every: 可写 day、weekday、week、month、year、2 weeks、'monday,thursday'、'last friday' 或 FREQ=WEEKLY;BYDAY=MO,TH 这样的规则；留空则不再重复。",
        "alarm: takes the time before the start, such as 15m, 1h or 1d; separate several with commas.":
            "alarm: 写开始前的时长: 15m、1h、1d；多个用逗号分隔。",
        "{0}: also has the event and keeps it: --everywhere deletes it there, too":
            "{0}: 也有这个日程，予以保留: --everywhere 可一并删除",
        "{0}: also has the event, unchanged: --everywhere changes it there, too":
            "{0}: 也有这个日程，仍为原样: --everywhere 可一并更改",
        "{0}: also has the event and keeps it: this calendar is read-only":
            "{0}: 也有这个日程，予以保留: 此日历为只读",
        "{0}: also has the event, unchanged: this calendar is read-only":
            "{0}: 也有这个日程，仍为原样: 此日历为只读",
        "Redone: {0} {1}": "已重做: {0} {1}",
        "Edit, save and close. Lines that you leave alone stay as they are. Times are in the event's zone.":
            "保存并关闭即可更改；未改动的内容保持不变。时刻按其时区书写。",
        "{0}: the next synchronisation changes or deletes this for everybody: undo it? [y/N] ":
            "{0}: 下次同步会为所有人更改或删除这些内容: 要撤销吗？[y/N] ",
        "Undone: {0} {1}": "已撤销: {0} {1}",
        "Would change {0}": "将会更改 {0}",
        "Would delete {0}": "将会删除 {0}",
        "agenda: no changes yet: add an event with 'agenda add TEXT'":
            "agenda: 还没有更改过日程: agenda add TEXT",
        "agenda: the history was lost with an earlier database: its backup holds only the events":
            "agenda: 历史记录随先前的数据库一同丢失: 其备份只有日程",
        "busy must be yes or no, not '{0}'": "busy: {0}: 请写 yes 或 no",
        "deleted": "删除",
        "end: say when it ends": "end: 请写明何时结束",
        "line {0}: '{1}' is not a line of the form: write key: value":
            "第 {0} 行: '{1}' 不是表单中的行: 请写 key: value",
        "line {0}: {1} appears twice: leave one out": "第 {0} 行: {1} 已经有了: 请去掉一个",
        "nothing was changed; your text is in {0}": "没有更改: 文本保存在 {0}",
        "redid": "重做",
        "start: say when it starts": "start: 请写明何时开始",
        "the event has changed in the meantime": "日程在此期间已被更改",
        "undid": "撤销",
        "synced": "同步",
        "replaced": "替换",
        "rescued": "挽回",
        "{0} changed": "更改 {0} 个",
        "{0} removed": "移除 {0} 个",
        "Restored: {0}": "已恢复: {0}",
        "{0}: is as it was already": "{0}: 已与原来相同",
        "{0}: is not in the trash: see 'agenda sync trash'": "{0}: 不在回收站中: agenda sync trash",
        "undone": "已撤销",
        "zone: name a time zone": "zone: 请写出时区",
        "{0} repeats. Change this, future or all? ":
            "{0} 是重复日程。更改 this（这一次）、future（此后）还是 all（全部）？ ",
        "{0} repeats. Delete this, future or all? ":
            "{0} 是重复日程。删除 this（这一次）、future（此后）还是 all（全部）？ ",
        "{0}, {1} and all after it": "{0}，{1} 及其后所有",
        "{0}, {1} and all its repetitions": "{0}，{1} 及其所有重复",
        "{0}: cannot be read after editing": "{0}: 编辑后无法读取",
        "{0}: cannot be started: set EDITOR": "{0}: 无法启动: 请设置 EDITOR",
        "{0}: failed; your text is in {1}": "{0}: 异常结束: 文本保存在 {1}",
        "{0}: expected a number from 1 to 1000": "{0}: 超出范围: 1 到 1000",
        "undo {0}: would undo {1}: 'agenda undo --only {2}' undoes only that one":
            "undo {0}: 将会撤销 {1}: 'agenda undo --only {2}' 只撤销那一项",
        "Undo {0}? --only {1} undoes only that one [y/N] ":
            "撤销 {0} 吗？--only {1} 只撤销那一项 [y/N] ",
        "undo {0}: only {1} can be undone: 'agenda undo {2}'":
            "undo {0}: 只有 {1} 可以撤销: 'agenda undo {2}'",
        "Undo {0}? [y/N] ": "撤销 {0} 吗？[y/N] ",
        "{0}: source {1} has files of it, too: their events are shown once":
            "{0}: 来源 {1} 也包含其中的文件: 这些日程只显示一次",
        "1 change": "1 项更改",
        "{0} changes": "{0} 项更改",
        "{0}: nothing to import": "{0}: 没有可导入的内容",
        "{0}: nothing to import: {1}": "{0}: 没有可导入的内容: {1}",
        "Would import {0} into {1}": "将导入 {0} 到 {1}",
        "Would import {0} into {1}: {2}": "将导入 {0} 到 {1}: {2}",
        "Imported {0} into {1}": "已导入 {0} 到 {1}",
        "{0} updated": "更新 {0} 个",
        "{0} newer here": "本地较新 {0} 个",
        "{0} not here": "本地没有 {0} 个",
        "{0}: not imported: {1}": "{0}: 未导入: {1}",
        "{0} and {1}": "{0}和 {1}",
        "{0} journal entries or busy times were left out": "略去了 {0} 个日志或忙碌时段",
        "Imported {0} into {1}: {2}": "已导入 {0} 到 {1}: {2}",
        "Updated": "已更新",
        "Newer here": "本地较新",
        "Not here": "本地没有",
        "{0}: cannot be read ({1})": "{0}: 无法读取 ({1})",
        "copy: say where to: give --to DAY or --calendar NAME":
            "copy: 请说明复制到哪里: --to DAY 或 --calendar NAME",
        "--scope must be this or all for a copy, not future":
            "--scope future: 可复制一天或整个系列: this 或 all",
        "{0} repeats. Copy this or all? ": "{0} 会重复。复制此次 (this) 还是全部 (all)？",
        "Would copy {0} to {1}": "将会把 {0} 复制到 {1}",
        "nothing chosen": "没有选择",
        "'{0}' is not a number from 1 to {1}": "“{0}”不是 1 到 {1} 之间的数字",
        "Which one? [1-{0}] ": "哪一个？[1-{0}] ",
        "{0}: more than {1} events match: give an id": "{0}: 符合的日程多于 {1} 个: 请用编号指定一个",
        "{0}: no event matches: see 'agenda list --ids'":
            "{0}: 没有符合的日程: 'agenda list --ids' 显示编号",
        "{0}: {1} events match: give an id": "{0}: 有 {1} 个日程符合: 请用编号指定一个",
        "{0}: means the whole series: add a day, or give one day's id, such as {1}":
            "{0}: 指的是整个系列: 请给出某一天的编号，例如 {1}",
        "{0}: cannot create a file: {1}": "{0}: 无法创建文件: {1}",
        "{0}: the event belongs to {1}, which is read-only: change it at its source, or allow it with 'agenda source set {2} --writable'":
            "{0}: 日程属于只读的 {1}: 请在其来源处更改，或用 'agenda source set {2} --writable' 允许更改",
        "{0}: the event repeats: give --scope this, future or all":
            "{0}: 日程是重复的: 请给出 --scope this、future 或 all",
        "{0}; your text is in {1}": "{0}: 文本保存在 {1}",
        "{0}: no such event: {1} does not exist": "{0}: 没有这个日程: {1} 不存在",
    ]
}
