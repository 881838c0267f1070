import FoundationEssentials

/// A change as an assistant asked for it: what a proposal keeps.
package struct AskedChange: Codable, Equatable, Sendable {
    /// The tool's name.
    package var tool: String
    package var arguments: [String: MCPValue]

    /// Reads what a proposal keeps; nil if this version has no such tool.
    package init?(_ request: String) {
        guard let asked = try? JSONDecoder().decode(Self.self, from: Data(request.utf8)) else {
            return nil
        }
        self = asked
    }

    package init(tool: String, arguments: [String: MCPValue]) {
        (self.tool, self.arguments) = (tool, arguments)
    }

    /// What is to be done.
    ///
    /// - Throws: why the tool refuses these arguments.
    package func change() throws(MCPFault) -> ToolChange {
        let tool = MCPTool.proposing.first { $0.name == self.tool }
        guard let tool, case .change(let verb) = tool.means else {
            throw MCPFault("there is no tool '\(self.tool)'")
        }
        return try tool.change(verb, arguments)
    }
}
