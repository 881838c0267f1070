/// Texts as written in a file: escaped (RFC 5545 3.3.11).
struct Texts {
    let ascii: [String]
    let international: [String]

    /// Picks one of the texts; one time in a hundred it is not ASCII.
    func pick(_ random: inout SplitMix64) -> String {
        random.pick(random.percent(1) ? international : ascii)
    }
}

extension Texts {
    static let summaries = Texts(
        ascii: [
            "1:1", "All hands", "Appointment", "Breakfast", "Brainstorming", "Budget", "Call",
            "Code review", "Deadline", "Demo", "Design review", "Dinner", "Exam", "Handover",
            "Interview", "Kick-off", "Lecture", "Lunch", "Maintenance", "Negotiation",
            "Office hours", "Onboarding", "Planning", "Post-mortem", "Presentation",
            "Retrospective", "Review", "Stand-up", "Strategy", "Training", "Visit", "Workshop",
        ],
        international: [
            "Frühstück im Café", "Prüfung", "Übergabe an die Spätschicht 🌙", "Führung",
            "Geburtstagsfeier für Zoë 🎂", "Réunion d’équipe", "Déjeuner", "Entrevista técnica",
            "Reunião de planejamento", "Spotkanie zespołu", "Schůzka", "Möte", "Toplantı",
            "Συνάντηση", "Встреча", "会議", "プロジェクト進捗報告とこれからの予定についての話し合い", "项目评审", "주간 회의",
            "👩🏽‍💻 Pairing",
        ])

    /// Texts that may follow a summary.
    static let topics: [String] = [
        #": billing\, part 2"#, ": data warehouse", ": mobile app", " with the customer",
        ": quarterly figures", " (remote)", ": search", #"\; bring your laptop"#, ": website",
        " with the auditors", ": release 4.2", ": hiring", ": roadmap", " (tentative)",
        ": import of old orders", ": travel costs",
    ]

    static let locations = Texts(
        ascii: [
            "Room Elbe", "Room Spree", "Room 4.12", "Auditorium", "Cafeteria", "Online",
            "https://meet.example.com/kzf-wqdo-xre", "https://video.example.org/j/83746152903",
            #"Chausseestr. 12\, 10115 Berlin"#, #"1 Main Street\, Cambridge\, MA 02142\, USA"#,
            #"42 George Street\, Sydney NSW 2000"#, #"MG Road 7\, Pune 411001"#, "Hotel Adler",
            "Central station", "Library", "Customer's site",
        ],
        international: [
            #"Café Größenwahn\, Müllerstraße 3\, Köln"#, "Kindergarten am Mühlgraben",
            #"12 Rue de l’Église\, Saint-Étienne"#, "東京都千代田区丸の内一丁目9番1号 東京駅八重洲口",
            "Zürich HB", "Bahnhof Łódź Fabryczna", "Besprechungsraum „Weiß“ 🏢", "서울특별시 중구 세종대로 110",
        ])

    static let categories: [String] = [
        "Work", "Work,Meeting", "Private", "Family", "Travel", "Birthday", "Education",
        #"Customers\, external"#,
    ]

    static let descriptions = Texts(
        ascii: [
            "Please be on time.",
            "Slides will follow.",
            #"Agenda:\n1. Figures\n2. Open points\n3. Next steps"#,
            #"Dial in: +49 30 5550 1234\, PIN 884201\nhttps://meet.example.com/kzf-wqdo-xre"#,
            #"""
            Bring the signed contract\, your badge and the spare keys\; parking is behind the \#
            house.
            """#,
            #"""
            Monika is inviting you to a scheduled meeting.\n\nJoin on your computer or phone:\n\#
            https://video.example.org/j/83746152903?pwd=bG9yZW0gaXBzdW0gZG9sb3Igc2l0\n\n\#
            Meeting ID: 837 4615 2903\nPasscode: 417093\n\nFind your local number: \#
            https://video.example.org/u/kbN3dAcXp2
            """#,
            #"""
            We go through what was planned for the last two weeks\, what came of it and why. \#
            Everybody brings one thing that went well and one that did not\; please write them \#
            down before. Minutes: https://wiki.example.com/display/TEAM/Retrospectives
            """#,
            #"""
            The technician comes between 8 and 12. He needs access to the cellar (key "K3"\, at \#
            the porter's) and to the meters on floors 1\, 2 and 4.
            """#,
            #"Booking code: QX7R2L\nSeat: 14C\nC:\\Travel\\2026\\ticket.pdf"#,
            #"""
            Preparation:\n- read chapter 7\n- exercises 3\, 4 and 9\n- bring a calculator\n\nThe \#
            room is changed at short notice now and then: look at the board.
            """#,
        ],
        international: [
            #"Bitte Unterlagen für die Prüfung mitbringen\; Änderungen bis spätestens Dienstag."#,
            #"""
            Liebe Kolleginnen und Kollegen\,\n\nwir treffen uns früher als üblich\, weil der große \#
            Saal ab 10 Uhr für die Schülerführung gebraucht wird. Wer später kommt\, möge sich an \#
            der Tür melden.\n\nHerzliche Grüße\nJörg
            """#,
            #"Réservation au nom de Lefèvre\, à côté de l’hôtel\; prévoir 45 € par personne."#,
            #"""
            来週の会議では、前回の議題の続きと新しいプロジェクトの進め方について話し合います。資料は前日までに共有フォルダーに\#
            入れてください。\nご不明な点がありましたら、佐藤までご連絡ください。
            """#,
            "🎂🎈 Überraschung! Nichts verraten 🤫\\, Treffpunkt ist um 19:30 Uhr am Südeingang 🎁",
            "Привезти с собой паспорт и договор. Вход со двора\\, третий этаж.",
        ])
}
