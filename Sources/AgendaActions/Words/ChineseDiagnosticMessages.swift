/// What is wrong with calendars' texts and files, and why copies of an event lost, in Simplified Chinese.
enum ChineseDiagnosticMessages {
    /// English key to translation, with the same placeholders.
    package static let table: [String: String] = [
        // Reasons.
        "'{0}={1}' was left out of the rule: it {2}": "规则中的 '{0}={1}' 已略去: {2}",
        "'{0}' was left out: {1}": "'{0}' 已略去: {1}",
        "zone {0}: {1}": "时区 {0}: {1}",
        "stands twice": "出现两次",
        "is missing": "缺失",
        "is no part of a rule": "不是规则的组成部分",
        "is no number": "不是数字",
        "is no weekday": "不是星期",
        "is not the Gregorian calendar": "不是公历",
        "lies outside {0} to {1}": "不在 {0} 到 {1} 之间",
        "lies outside {0} to {1} or is 0": "不在 {0} 到 {1} 之间，或为 0",

        "there is no VEVENT": "没有 VEVENT",
        "the component cannot be read": "该组件无法读取",
        "libical 3 is not installed": "未安装 libical 3",
        "has no end: the file ends inside it": "没有结尾: 文件在其中结束",
        "ends with another component's END": "以另一组件的 END 结束",
        "ends nothing that has begun": "没有与之对应的 BEGIN",
        "'{0}' is no form of RFC 5545; it was read as it is meant":
            "'{0}' 不是 RFC 5545 的写法; 已按其意思读取",
        "'{0}' has a time beside VALUE=DATE; only its day counts": "'{0}' 带有时刻却写明 VALUE=DATE，只取日期",
        "the time is in UTC, so the time zone '{0}' beside it is ignored":
            "时间为 UTC，旁边的时区 '{0}' 已忽略",
        "'{0}' begins with the property's name, which was skipped": "'{0}' 以属性名开头，属性名已跳过",
        "'{0}' excludes nothing: the series has another time on that day":
            "'{0}' 没有排除任何一次: 该系列当天在另一时刻",
        "the alarm's time '{0}' is not in UTC; it was read in the event's zone":
            "提醒时间 '{0}' 不是 UTC; 已按日程的时区读取",
        "'{0}' is outside of every component and was left out": "'{0}' 不在任何组件之内，已略去",
        "'{0}' stands before it and was left out": "其前面的 '{0}' 已略去",
        "'{0}' is not a property; it was read as a part of the text before it":
            "'{0}' 不是属性; 已作为前面文本的一部分读取",
        "'{0}' was left out: it is not a property": "'{0}' 已略去: 不是属性",
        "only the offset of the time zone '{0}' is known; if it has summer time, times are an hour off then":
            "时区 '{0}' 只知道偏移量; 若该时区有夏令时，夏季的时间会差一小时",
        "write the time of the instance, or VALUE=DATE and its day": "写那一次的时刻，或写 VALUE=DATE 和日期",
        "write it in the form of DTSTART, like 20261120T100000":
            "按 DTSTART 的形式写，例如 20261120T100000",
        "write it like 20261120": "写成 20261120 的形式",
        "leave out the TZID, or the Z": "去掉 TZID，或去掉 Z",
        "write the name once": "属性名只写一次",
        "write line breaks as \\n": "换行写作 \\n",
        "a NUL byte was read as a space": "一个 NUL 字节被当作空格",
        "the event has no UID, so one was made from its text": "日程没有 UID，已由其文本生成一个",
        "there is no DTSTART": "没有 DTSTART",
        "appears more than once; the first one counts": "出现多次，以第一个为准",
        "is ignored, because there is a DTEND": "已忽略，因为另有 DTEND",
        "an empty list element was skipped": "列表中的空项已跳过",
        "a period has no end; the event's length is used": "时段没有结束，采用日程的时长",
        "an alarm without a time was left out": "一个没有时间的提醒已略去",
        "the VTIMEZONE has no TZID and is ignored": "VTIMEZONE 没有 TZID，已忽略",
        "the contact has no name, so its day was left out": "联系人没有姓名，其日期已略去",

        "the end is after the year 9999 and is ignored": "结束晚于 9999 年，已忽略",
        "the end is before the start and is ignored": "结束早于开始，已忽略",
        "the start has no time, so hours count as days": "开始没有时刻，小时按天计",
        "the end has a time but the start has none; only the end's day counts":
            "结束有时刻而开始没有，只取其日期",
        "the to-do begins after it is due, so its start is ignored": "待办的开始晚于到期，已忽略开始",
        "one of DTSTART and DUE has a time and the other has none; DUE counts as it stands":
            "DTSTART 和 DUE 一个有时刻、一个没有；以 DUE 为准",
        "correct DTSTART or DUE": "更正 DTSTART 或 DUE",
        "the end has no time; 00:00 of its day is used": "结束没有时刻，按当天 00:00 计",
        "the start has no time zone, so the end's is ignored": "开始没有时区，结束的时区已忽略",
        "the end has no time zone; the start's is used": "结束没有时区，按开始的时区计",
        "the series has no such instance; the override is shown on its own":
            "系列中没有这一次，因此单独显示",
        "a newer override of the same instance replaces this one": "同一次的更新版本取代了它",
        "a newer version of the event is shown, from another file of the calendar":
            "显示的是此日历另一个文件中的较新版本",
        "the series is in another file, so the later instances do not follow this one":
            "系列在另一个文件中，因此后面各次不随此次变动",
        "'{0}' is not shown: a newer version of the same instance counts":
            "'{0}' 不显示: 以同一次的较新版本为准",
        "write it into the file of the series": "请把它写入系列所在的文件",

        "the file has several events with this UID; the newest one counts":
            "文件中有多个日程使用此 UID，以最新的为准",
        "the file describes this instance more than once; the newest one counts":
            "文件多次描述了这一次，以最新的为准",
        "a reply to an invitation is not an event; it only changes the sender's status":
            "对邀请的答复不是日程; 它只更改答复者的状态",
        "a request for the newest version is not an event": "对最新版本的请求不是日程",
        "a proposal for another time is not an event; nothing was changed":
            "改期提议不是日程; 未作任何更改",
        "a declined proposal is not an event; nothing was changed": "对提议的拒绝不是日程; 未作任何更改",

        "the file is empty": "文件为空",
        "not an iCalendar file": "这不是 iCalendar 文件",
        "only part of it has been imported so far": "目前只导入了一部分",
        "no such file or folder": "没有这个文件或文件夹",
        "this is now a folder, not a file": "它现在是文件夹，不是文件",
        "its name is not UTF-8, so it is not read": "其名称不是 UTF-8，未读取",
        "it is empty and on another disk than before; its last known events are shown":
            "它是空的，且所在磁盘与以前不同，显示的是它最后的日程",
        "it is gone; its last known events are shown": "它已不在，显示的是它最后的日程",

        "'{0}' is not a date or time": "'{0}' 不是日期或时刻",
        "'{0}' is a day or time that does not exist": "'{0}' 是不存在的日期或时刻",
        "'{0}' was left out: it is not a date": "'{0}' 已略去: 不是日期",
        "'{0}' was left out: it does not say which day of the year":
            "'{0}' 已略去: 没有说明是哪一天",
        "'{0}' was left out: it is not a date or time": "'{0}' 已略去: 不是日期或时刻",
        "'{0}' was left out: there is no such day or time": "'{0}' 已略去: 没有这个日期或时刻",
        "'{0}' was left out: it is not a valid value": "'{0}' 已略去: 不是有效的值",
        "an alarm was left out: '{0}' is not a time for it": "一个提醒已略去: '{0}' 不是提醒时间",
        "'{0}' cannot end a period; the event's length is used": "'{0}' 不是时段的结束，采用日程的时长",
        "a period that ends with '{0}' has no length": "以 '{0}' 结束的时段没有时长",
        "'{0}' was left out: it is not a length of time": "'{0}' 已略去: 不是时长",
        "'{0}' mixes weeks with days or times, which were added up": "'{0}' 混用了周与天或时刻，已相加",
        "'{0}' was left out: it is not a position": "'{0}' 已略去: 不是地理位置",
        "has no end before {0}": "在 {0} 之前没有结尾",
        "a part of zone {0} lacks its start or offsets and was left out":
            "时区 {0} 的一部分缺少开始或偏移，已略去",
        "unknown time zone '{0}'; its times are shown as if in your zone":
            "未知时区 '{0}'，其时刻按您的时区显示",
        "unknown time zone '{0}'; it is written without a definition":
            "未知时区 '{0}'，写入时没有其定义",
        "cannot be read": "无法读取",
        "cannot be read ({0})": "无法读取 ({0})",
        "this is a pipe, not a file": "这是管道，不是文件",
        "this is a socket, not a file": "这是套接字，不是文件",
        "this is a device, not a file": "这是设备，不是文件",

        "more than {0} instances; those far from the first day are left out":
            "超过 {0} 次; 离第一天较远的已略去",
        "has more than {0} parameters; the others were left out": "参数超过 {0} 个，其余已略去",
        "a line is longer than {0} MB and was left out": "有一行超过 {0} MB，已略去",
        "left out, because a line is longer than {0} MB": "已略去，因为有一行超过 {0} MB",
        "left out, because it is larger than {0} MB": "已略去，因为它大于 {0} MB",
        "left out, because its components are nested more than {0} deep":
            "已略去，因为其组件嵌套超过 {0} 层",
        "{0} more like these": "还有 {0} 个类似问题",
        "lines left out because they are not properties: {0}": "因不是属性而略去的行: {0}",
        "the file has {0} events with this UID that start at different times; each is shown":
            "文件中有 {0} 个日程使用此 UID，开始时刻不同; 全部显示",
        "more than {0} files there are not calendars": "那里有超过 {0} 个文件不是日历",

        // Remedies.
        "an event lies between BEGIN:VEVENT and END:VEVENT": "日程位于 BEGIN:VEVENT 与 END:VEVENT 之间",
        "export the calendar again": "请重新导出日历",
        "install the package libical3 (or libical3t64, libical)":
            "请安装软件包 libical3（或 libical3t64、libical）",
        "wait until the file is complete, or export it again": "请等到文件完整，或重新导出",
        "add one; without it, an edited event looks like a new one":
            "请给它一个 UID，否则更改后会被看作另一个日程",
        "write it like 20261120T100000 or, for a whole day, VALUE=DATE:20261120":
            "请写成 20261120T100000，全天则写 VALUE=DATE:20261120",
        "keep only one": "请只保留其中一个",
        "keep one of the two": "请只保留其中一个",
        "remove the extra comma": "请删去多余的逗号",
        "write it like 20261120T110000 or PT1H": "请写成 20261120T110000 或 PT1H",
        "write a time like -PT15M or VALUE=DATE-TIME:20261120T100000Z":
            "请写明时间，如 -PT15M 或 VALUE=DATE-TIME:20261120T100000Z",
        "correct the start or the end": "请更正开始或结束",
        "write a shorter length": "请写较短的时长",
        "give the start a time, or the length in days": "请给开始加上时刻，或以天数写时长",
        "write both with a time, or both without": "请两者都写时刻，或都不写",
        "write both in the same form": "请两者使用同一形式",
        "correct its RECURRENCE-ID, or remove it": "请更正其 RECURRENCE-ID，或移除它",
        "remove the older one": "请移除较旧的",
        "give each event its own UID": "请给每个日程各自的 UID",
        "add the calendar that has the event": "请添加含有该日程的日历",
        "send the event to the person who asked": "请把日程发给请求者",
        "edit the event to accept it": "要接受请编辑该日程",
        "leave the event as it is": "请保持日程不变",
        "export the calendar again, or remove the file": "请重新导出日历，或移除该文件",
        "a calendar starts with BEGIN:VCALENDAR, a contact with BEGIN:VCARD":
            "日历以 BEGIN:VCALENDAR 开头，联系人以 BEGIN:VCARD 开头",
        "give the contact a name": "请给联系人一个姓名",
        "write it like 1985-04-12, or --04-12 without a year":
            "请写成 1985-04-12，没有年份则写成 --04-12",
        "'agenda refresh' continues where it stopped": "'agenda refresh' 会从中断处继续",
        "check the path": "请检查路径",
        "remove the source and add the folder": "请移除该来源并添加文件夹",
        "rename it": "请重命名",
        "mount its disk, or remove the source": "请挂载其磁盘，或移除此来源",
        "put it back, or remove the source": "请放回原处，或移除此来源",
        "correct the date": "请更正日期",
        "write a number from 0 to 9": "请写 0 到 9 的数字",
        "write a number": "请写数字",
        "write it like 20261120T100000Z": "请写成 20261120T100000Z",
        "write it like 20261120T100000Z/PT1H": "请写成 20261120T100000Z/PT1H",
        "correct it, or remove the property": "请更正，或删去该属性",
        "write an end after its start": "请让结束晚于开始",
        "write it like PT1H30M, P1D or P2W": "请写成 PT1H30M、P1D 或 P2W",
        "write degrees north and east, like 52.52;13.40": "请写北纬和东经的度数，如 52.52;13.40",
        "use an IANA name such as Europe/Berlin, or add its VTIMEZONE":
            "请使用 Europe/Berlin 这样的 IANA 名称，或加上其 VTIMEZONE",
        "install the package tzdata: this system has no time zone data":
            "请安装软件包 tzdata：此系统没有时区数据",
        "check the permissions": "请检查权限",
        "put a calendar file there, or remove it": "请换成日历文件，或将其移走",
        "ask for fewer days": "请查看较少的天数",
        "remove parameters that are not needed": "请删去无用的参数",
        "remove its attachments": "请移除其中的附件",
        "correct those first": "请先更正上述问题",
        "give the folder that holds the calendars": "请给出存放日历的文件夹",
        "the rest of the rule counts until it is corrected": "在更正之前，以规则的其余部分为准",
        "the event is shown without this rule until it is corrected": "在更正之前，显示日程时不用此规则",

        // Why a copy lost.
        "it has other instances only": "它只有其他几次",
        "it has the same time and title": "时间和标题相同",
        "its source comes later": "其来源排在后面",
        "its source is not writable": "其来源不可写",
        "the same text has a newer one": "同一文本中有更新的版本",
        "SEQUENCE {0} < {1}": "SEQUENCE {0} < {1}",
        "{0} absent < {1}": "{0} 缺失 < {1}",
    ]
}
