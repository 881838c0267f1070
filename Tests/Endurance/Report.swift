import Glibc

/// Prints a line at once, so that progress is visible.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Pads text for a column: names to the left, numbers to the right.
func column(_ text: String, _ width: Int, isNumber: Bool = true) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return isNumber ? padding + text : text + padding
}

/// A number with one decimal.
func decimal(_ value: Double) -> String {
    value.isNaN ? "-" : String((value * 10).rounded() / 10)
}
