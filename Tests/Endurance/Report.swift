import Glibc

/// Prints a line at once: whoever waits sees how far it is.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Text for a column; a name stands left, a number right.
func column(_ text: String, _ width: Int, isNumber: Bool = true) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.count))
    return isNumber ? padding + text : text + padding
}

/// A number with one decimal.
func decimal(_ value: Double) -> String {
    value.isNaN ? "-" : String((value * 10).rounded() / 10)
}
