enum ChineseMessages { static let table: [String: String] = [:] }
