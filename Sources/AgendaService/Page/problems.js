// What the service says to people, in the page's language. The English sentence is the key, as in the command's
// translations; what has none is shown as it came.
import { currentLanguage } from "./say.js";

/** English with `{}` for what differs, and Chinese with `{0}`, `{1}` for it. */
const CHINESE = [
  ["there is no day or time", "没有写明日期或时间"],
  ["there is no title", "没有标题"],
  ["there is no such day", "没有这一天"],
  ["either {} or {}", "可能是 {0}，也可能是 {1}"],
  ["{} is another day of the week", "{0} 不是这个星期几"],
  ["there is no such time", "没有这个时间"],
  ["a time of day, or a length", "可能是时间，也可能是时长"],
  ["no single day", "不是确定的一天"],
  ["no exact time", "不是确切的时间"],
  ["perhaps a day", "可能是日期"],
  ["no day that is understood; perhaps {}", "没有看懂是哪一天；可能是 {0}"],
  ["write today beside the time, or the day that is meant", "请在时间旁写明今天，或写明是哪一天"],
  ["a reminder, which words cannot set", "是提醒，不能用文字设置"],
  ["leave it out, and set it afterwards", "请去掉它，之后再设置"],
  ["perhaps a time", "可能是时间"],
  ["perhaps a repetition", "可能是重复"],
  ["no clear time zone", "时区不明确"],
  ["the zone's clocks show another time on that day", "那一天该时区的时间不同"],
  ["a second day", "多了一个日期"],
  ["a second time", "多了一个时间"],
  ["there is one already", "已经有一个了"],
  ["the words contradict each other", "前后矛盾"],
  ["{} is over", "{0} 已经过去"],
  ["the end is before the start", "结束早于开始"],
  ["it is before the start", "早于开始"],
  ["the start has no time", "开始没有时间"],
  ["the end has no time", "结束没有时间"],
  ["a length in hours for whole days", "全天日程的时长不能以小时计"],
  ["an end, but no repetition", "有截止，却没有重复"],
  ["no day of the repetition is before its end", "截止之前没有重复的日子"],
  ["add one, such as tomorrow 12:30", "请写明，例如：明天12:30"],
  ["say what it is", "请写明是什么事"],
  ["say which", "请写明是哪一个"],
  ["put it in quotation marks if it belongs to the title", "如果属于标题，请加引号"],
  ["give a later day or time", "请写更晚的日期或时间"],
  ["give a later end", "请写更晚的结束"],
  ["write it in another way, such as {}", "请换一种写法，例如：{0}"],
  ["this calendar is read-only", "这个日历只读，不能修改"],
  ["contacts are only read", "联系人只读，不能修改"],
  ["another program has changed the file", "其他程序修改了文件"],
  ["another program has the file open for writing", "其他程序正在写入文件"],
  ["another program is using the database", "其他程序正在使用数据库"],
  ["the disk is full; nothing was changed", "磁盘已满，没有做任何修改"],
  ["cannot be written", "无法写入"],
  ["no source with this name", "没有这个名称的日历"],
  ["no such event", "没有这项日程"],
  ["no such instance", "没有这一次"],
  ["no such series", "没有这个系列"],
  ["the event has changed in the meantime", "该日程期间已被修改"],
  ["the event cannot be stored", "无法保存该日程"],
  ["a single instance cannot repeat", "单独一次不能重复"],
  ["this instance is an extra date, not one of the rule's", "这一次是额外的日期，不在规则之中"],
  ["the series cannot be split here without changing its other days", "在这里拆分会改变系列的其他日子"],
  ["the rule names fixed days, which do not move", "规则指定了固定的日子，不能移动"],
  ["the event is no longer what it was", "该日程已被修改"],
  ["look at 'present', and make the change to that", "请看现在的内容，再修改"],
  ["ask for the list again: it may have been changed or deleted since", "请刷新列表：它可能已被修改或删除"],
  ["read the event again, and make the change to what it is now", "请重新打开该日程，再修改"],
  ["try again in a moment", "请稍后再试"],
  ["see what 'agenda doctor' says on the machine of the service", "请在运行服务的机器上查看 agenda doctor"],
  ["only whole events can be moved", "只能移动整个日程"],
  ["there is no time zone {}", "没有时区 {0}"],
  ["there is no word in it", "没有可搜索的词"],
  ["give part of a title or name", "请输入标题或姓名的一部分"],
];

const patterns = CHINESE.map(([english, chinese]) => [
  new RegExp(`^${english.split("{}").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+)")}$`),
  chinese,
]);

/**
 * A sentence of the service in the page's language; what it is about stays before it.
 * @param {string} text such as `'soon': there is no such day`
 */
export function translated(text) {
  if (currentLanguage() !== "zh" || !text) return text;
  const found = sentenceOf(text);
  if (found) return found;
  const colon = text.indexOf(": ");
  const rest = colon < 0 ? null : sentenceOf(text.slice(colon + 2));
  return rest ? `${text.slice(0, colon)}：${rest}` : text;
}

function sentenceOf(text) {
  for (const [pattern, chinese] of patterns) {
    const match = pattern.exec(text);
    if (match) return chinese.replace(/\{(\d)\}/g, (_, index) => match[Number(index) + 1]);
  }
  return null;
}

/** A text as a sentence: with a full stop, unless it ends with a mark. */
export function sentence(text) {
  if (/[.!?。！？…]$/.test(text)) return text;
  return text + (currentLanguage() === "zh" ? "。" : ".");
}
