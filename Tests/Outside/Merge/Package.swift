// swift-tools-version: 6.2
import PackageDescription

// Another package, which merges calendars and stores none.
let package = Package(
    name: "OutsideMerge",
    dependencies: [.package(name: "agenda", path: "../../..")],
    targets: [
        .executableTarget(
            name: "OutsideMerge",
            dependencies: [.product(name: "CalendarMerge", package: "agenda")],
            path: ".", sources: ["main.swift"])
    ],
    swiftLanguageModes: [.v6]
)
