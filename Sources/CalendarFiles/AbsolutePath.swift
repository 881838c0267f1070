import Glibc

/// An absolute path: commands read the store from any folder.
package func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let pointer = getcwd(nil, 0) else { return path }
    defer { free(pointer) }
    var relative = Substring(path)
    while relative.hasPrefix("./") { relative = relative.dropFirst(2).drop { $0 == "/" } }
    let folder = String(cString: pointer)
    return relative.isEmpty || relative == "." ? folder : folder + "/" + relative
}
