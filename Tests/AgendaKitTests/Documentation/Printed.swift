/// Stands for `print` in a snippet, and keeps the lines that it prints.
final class Printed {
    var lines: [String] = []

    func callAsFunction(_ values: Any...) {
        lines.append(values.map { "\($0)" }.joined(separator: " "))
    }
}
