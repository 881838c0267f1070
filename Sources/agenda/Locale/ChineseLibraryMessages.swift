enum ChineseLibraryMessages { static let table: [String: String] = [:] }
