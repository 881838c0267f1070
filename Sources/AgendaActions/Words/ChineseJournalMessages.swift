/// What commands say of journal entries, in Simplified Chinese.
enum ChineseJournalMessages {
    /// English key to translation, with the same placeholders.
    package static let table: [String: String] = [
        "day": "日期",
        "text": "正文",
        "draft": "草稿",
        "final": "定稿",
        "{0}: is a journal entry, which is only shown: change it with the program that wrote it to {1}":
            "{0}: 是一篇日志，这里只能查看: 请用写入 {1} 的程序修改",
    ]
}
