// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "agenda",
    // Never built there: the article on other systems says what is known.
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ICalendar", targets: ["ICalendar"]),
        .library(name: "CalendarMerge", targets: ["CalendarMerge"]),
        .library(name: "AgendaKit", targets: ["AgendaKit"]),
        .library(name: "AgendaJSON", targets: ["AgendaJSON"]),
        .library(name: "AgendaSync", targets: ["AgendaSync"]),
        .executable(name: "agenda", targets: ["agenda"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // Loads libical at its first use. libical.pc would also link icalss and icalvcal, which drag
        // in Berkeley DB and C++.
        .target(name: "CLibical", dependencies: ["CLoading"]),
        .target(name: "CBuild"),
        // Finds the libraries that are loaded at their first use.
        .target(name: "CLoading"),
        // Loads libcurl at its first use, and declares what it needs of it: no headers.
        .target(name: "CLibcurl", dependencies: ["CLoading"]),
        // The same for libexpat and zlib.
        .target(name: "CExpat", dependencies: ["CLoading"]),
        .target(name: "CZlib", dependencies: ["CLoading"]),
        // For libcrypto, with which pushes are encrypted.
        .target(name: "CCrypto", dependencies: ["CLoading"]),
        // And for libqrencode, which draws links.
        .target(name: "CQRencode", dependencies: ["CLoading"]),
        // And for libsystemd, whose D-Bus shows reminders.
        .target(name: "CSystemd", dependencies: ["CLoading"]),
        .target(
            name: "ICalendar", dependencies: ["CLibical"],
            exclude: ["Zones/generate-windows-zones.py"],
            // A part of the C library on Linux.
            linkerSettings: [.linkedLibrary("iconv", .when(platforms: [.macOS]))]),
        .target(name: "CalendarMerge", dependencies: ["ICalendar"]),
        // Starts programs so that all that they start ends with them.
        .target(name: "CKeeper"),
        // Files that other programs change, too: names, locks, leases, and those programs.
        .target(
            name: "CalendarFiles", dependencies: ["CKeeper", "CalendarMerge", "ICalendar"]),
        // What people type and what is said to them: a file for each language, inside the program.
        .target(name: "CWords", exclude: ["Languages"]),
        .target(name: "AgendaWords", dependencies: ["CWords"]),
        .target(
            name: "AgendaKit",
            dependencies: [
                "AgendaWords", "CalendarFiles", "CalendarMerge", "ICalendar",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        .target(
            name: "AgendaSync",
            dependencies: [
                "CExpat", "CLibcurl", "CalendarFiles", "CalendarMerge", "ICalendar",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        // What a person may ask and change, for the command, the screen, the service and assistants alike.
        .target(
            name: "AgendaActions",
            dependencies: [
                "AgendaJSON", "AgendaKit", "AgendaSync", "AgendaWords", "CBuild", "CalendarFiles",
                "CalendarMerge", "ICalendar",
            ],
            exclude: ["Text/generate-wide-characters.py"]),
        // Text, tables and grids as a terminal shows them, and the terminal.
        .target(
            name: "TerminalOutput",
            dependencies: [
                "AgendaActions", "AgendaJSON", "AgendaKit", "AgendaSync", "AgendaWords",
                "CalendarFiles", "CalendarMerge", "ICalendar",
            ]),
        // The full-screen view.
        .target(
            name: "AgendaScreen",
            dependencies: [
                "AgendaActions", "AgendaJSON", "AgendaKit", "CalendarFiles",
                "CalendarMerge", "ICalendar", "TerminalOutput",
            ]),
        // What keeps everything up to date, and reminds.
        .target(
            name: "AgendaDaemon",
            dependencies: [
                "AgendaActions", "AgendaJSON", "AgendaKit", "AgendaSync", "CSystemd",
                "CalendarFiles", "CalendarMerge", "ICalendar", "TerminalOutput",
            ]),
        // What other programs have, as accounts, sources, events and settings.
        .target(
            name: "AgendaAdopt",
            dependencies: [
                "AgendaActions", "AgendaJSON", "AgendaKit", "AgendaSync", "CalendarFiles",
                "ICalendar", "TerminalOutput",
            ]),
        .executableTarget(
            name: "agenda",
            dependencies: [
                "AgendaActions", "AgendaAdopt", "AgendaDaemon", "AgendaJSON", "AgendaKit",
                "AgendaScreen", "AgendaService", "AgendaSync", "AgendaWords", "CBuild",
                "CalendarFiles", "CalendarMerge", "ICalendar", "TerminalOutput",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // What the command prints as JSON and the service answers.
        .target(
            name: "AgendaJSON", dependencies: ["AgendaKit", "CalendarMerge", "ICalendar"]),
        // Answers requests; knows of no sockets.
        .target(
            name: "AgendaService",
            dependencies: [
                "AgendaActions", "AgendaJSON", "AgendaKit", "AgendaSync", "AgendaWords",
                "CCrypto", "CQRencode", "CZlib", "CalendarFiles", "CalendarMerge", "ICalendar",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            resources: [.embedInCode("Page")]),
        .executableTarget(
            name: "agenda-manual", path: "Sources/Tools/Packaging/Manual"),
        .testTarget(
            name: "ICalendarTests", dependencies: ["ICalendar"],
            resources: [.copy("Recurrence/Vectors")]),
        .executableTarget(
            name: "HotWriter", dependencies: ["AgendaKit"], path: "Tests/HotWriter"),
        .executableTarget(
            name: "agenda-samples",
            dependencies: [
                "ICalendar", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Tools/Benchmarks/Samples"),
        .executableTarget(
            name: "agenda-bench",
            dependencies: [
                "AgendaKit", "CLibical", "ICalendar",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Tools/Benchmarks/Bench"),
        .executableTarget(
            name: "Endurance",
            dependencies: ["FuzzChecks", .product(name: "GRDB", package: "GRDB.swift")],
            path: "Tests/Endurance"),
        .executableTarget(
            name: "Conformance", dependencies: ["AgendaKit", "ICalendar"],
            path: "Tests/Conformance",
            exclude: [
                "calendar_reference.py",
                "calendars.py",
                "compare.py",
                "evidence.py",
                "exceptions.py",
                "generate.py",
                "oracles.py",
                "reference.py",
                "requirements.txt",
                "rules.py",
                "run",
                "shrink.py",
                "zones.py",
            ]),
        .target(
            name: "FuzzChecks", dependencies: ["AgendaKit", "ICalendar"], path: "Tests/Fuzz/Checks"),
        .testTarget(
            name: "FuzzTests", dependencies: ["AgendaKit", "FuzzChecks", "ICalendar"],
            path: "Tests/Fuzz/Tests"),
        .testTarget(
            name: "AgendaKitTests",
            dependencies: [
                "AgendaJSON", "AgendaKit", "AgendaWords", "CalendarFiles", "CalendarMerge",
                "HotWriter",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            exclude: ["Scheduling/Messages"]),
        .testTarget(name: "AgendaWordsTests", dependencies: ["AgendaWords"]),
        .testTarget(
            name: "CalendarMergeTests", dependencies: ["CalendarMerge", "ICalendar"]),
        // Servers on 127.0.0.1 that answer as tests want.
        .target(
            name: "TestServers", dependencies: ["AgendaSync"], path: "Tests/TestServers"),
        .testTarget(
            name: "AgendaSyncTests",
            dependencies: [
                "AgendaKit", "AgendaSync", "CalendarFiles", "CalendarMerge", "ICalendar",
                "TestServers",
            ]),
        .testTarget(
            name: "AgendaServiceTests",
            dependencies: [
                "AgendaActions", "AgendaKit", "AgendaService", "AgendaSync", "ICalendar",
            ]),
        .testTarget(
            name: "BenchTests", dependencies: ["agenda-bench"]),
        .testTarget(
            name: "AgendaTests",
            dependencies: [
                "agenda", "AgendaActions", "AgendaAdopt", "AgendaDaemon", "AgendaJSON",
                "AgendaKit", "AgendaScreen", "AgendaService", "AgendaSync", "AgendaWords",
                "CalendarFiles", "CalendarMerge", "ICalendar", "TerminalOutput",
                "TestServers",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Completion/complete.bash", "Completion/type.zsh", "Fixtures"]),
        .testTarget(
            name: "ManualTests", dependencies: ["agenda-manual"]),
    ],
    swiftLanguageModes: [.v6]
)

// The service's program brings 20 packages along that nothing else needs: they are fetched and compiled where it is asked
// for alone.
if Context.environment["AGENDA_SERVER"] != nil {
    package.products.append(.executable(name: "agenda-server", targets: ["agenda-server"]))
    package.dependencies.append(
        .package(
            url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []))
    package.dependencies.append(
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"))
    package.dependencies.append(
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"))
    package.dependencies.append(.package(url: "https://github.com/apple/swift-log", from: "1.16.2"))
    package.dependencies.append(
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"))
    // The calendars of many people in PostgreSQL, whose libpq is loaded at its first use.
    package.targets.append(.target(name: "CLibpq", dependencies: ["CLoading"]))
    package.targets.append(.target(name: "AgendaBank", dependencies: ["CLibpq", "CalendarMerge"]))
    // A service of many people over a bank, on any number of machines.
    package.targets.append(
        .target(
            name: "AgendaNode",
            dependencies: [
                "AgendaActions", "AgendaBank", "AgendaKit", "AgendaService", "AgendaSync",
                "CalendarFiles", "CalendarMerge", "ICalendar",
            ]))
    package.targets.append(
        .testTarget(
            name: "AgendaBankTests",
            dependencies: [
                "AgendaBank", "AgendaNode", "AgendaService", "AgendaServiceTests", "CalendarMerge",
                "ICalendar", "TestServers",
            ]))
    package.targets.append(
        .executableTarget(name: "BankNode", dependencies: ["AgendaBank"], path: "Tests/Bank/Node"))
    package.targets.append(
        .executableTarget(
            name: "agenda-server",
            dependencies: [
                "AgendaActions", "AgendaBank", "AgendaKit", "AgendaNode", "AgendaService",
                "CalendarFiles", "ICalendar",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ]))
}

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
