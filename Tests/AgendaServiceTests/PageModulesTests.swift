import Testing

@testable import AgendaService

@Suite("The page's modules in few files")
struct PageModulesTests {
    private static let sources = [
        "start.js": """
        // Begins.
        import { one } from "./one.js";

        /** Adds. */
        export const two = () => one() + 1;
        import("./app.js");
        """,
        "app.js": """
        import { one as first } from "./one.js";
        /* What is shown when
           it is wanted. */
        export async function show() {
          const { grid } = await import("./grid.js");
          return grid(first(), "https://example.org/*not a comment*/");
        }
        """,
        "one.js": "export function one() {\n  return 1;\n}\n",
        "grid.js": """
        import { one } from "./one.js";
        import { lanes } from "./lanes.js";
        export class Grid {}
        export const grid = (...values) => [one(), lanes, ...values];
        """,
        "lanes.js": "export const lanes = 3;\n",
        // Spaces that texts, templates and regular expressions may need stay.
        "kept.js": #"""
        export const kept = (text) => text.replace(/ = /g, ", ") + ` = ${text} , `;
        export const quoted = ["a , b", "c\" , d"];
        export const halves = (count) => count / 2; // of all ;
        export const nested = (all) => `${all.map((one) => `{ ${ [one, "} ; "] } }`)} { ; `;
        """#,
        "place.js": "// Stands alone.\n{\n  scrollTo(0, 0);\n}\n",
    ]

    @Test("the first file has what the list needs, and begins it")
    func first() {
        #expect(
            PageModules(Self.sources).files["start.js"] == """
                const $made = {}, $makers = {};
                export const $add = (makers) => Object.assign($makers, makers);
                export const $need = (name) => ($made[name] ??= $makers[name]());
                $add({
                "app.js"() {
                const{one:first}=$need("one.js");async function show(){const{grid}=await import("./grid.js");\
                return grid(first(),"https://example.org/*not a comment*/");}
                return{show};
                },
                "one.js"() {
                function one(){return 1;}
                return{one};
                },
                "start.js"() {
                const{one}=$need("one.js");const two=()=>one()+ 1;Promise.resolve($need("app.js"));return{two};
                }
                });
                $need("start.js");

                """)
    }

    @Test("a module that is loaded later has what only it needs")
    func later() {
        #expect(
            PageModules(Self.sources).files["grid.js"] == """
                import { $add, $need } from "./start.js";
                $add({
                "grid.js"() {
                const{one}=$need("one.js");const{lanes}=$need("lanes.js");class Grid{}
                const grid=(...values)=>[one(),lanes,...values];return{Grid,grid};
                },
                "lanes.js"() {
                const lanes=3;return{lanes};
                }
                });
                export const { Grid, grid } = $need("grid.js");

                """)
    }

    @Test("spaces and ends of lines are left out where nothing but people needs them")
    func kept() throws {
        let kept = try #require(PageModules(Self.sources).files["kept.js"])
        #expect(
            kept.contains(#"const kept = (text) => text.replace(/ = /g, ", ") + ` = ${text} , `;"#))
        #expect(kept.contains(#"const quoted = ["a , b", "c\" , d"];"#))
        #expect(kept.contains("const halves = (count) => count / 2; // of all ;\n"))
        let nested = #"const nested=(all)=>`${all.map((one)=>`{ ${[one,"} ; "]} }`)} { ; `;return"#
        #expect(kept.contains(nested))
    }

    @Test("a script that is no module stays one")
    func alone() {
        #expect(PageModules(Self.sources).files["place.js"] == "{scrollTo(0,0);}\n")
    }

    /// What the files must keep to, so that a line can be read alone.
    @Test("imports, exports, comments and texts of the page keep to their lines")
    func lines() throws {
        let scripts = PageAssets.embedded.filter { $0.key.hasSuffix(".js") }
            .mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(scripts.count > 40)
        var imports: [String: [String]] = [:]
        for (name, text) in scripts {
            for line in PageModules.lines(text) {
                let ticks = line.count { $0 == "`" }
                #expect(ticks.isMultiple(of: 2), "\(name): \(line)")
                if line.hasPrefix("import ") {
                    let file = try #require(
                        line.wholeMatch(of: /import \{ [\w, ]+ \} from "\.\/([a-z]+\.js)";/)?.1,
                        "\(name): \(line)")
                    imports[name, default: []].append(String(file))
                    #expect(scripts[String(file)] != nil, "\(name): \(line)")
                } else if line.hasPrefix("export ") {
                    let pattern = /export (?:(?:async )?function|const|class) \w+\b.*/
                    #expect(line.wholeMatch(of: pattern) != nil, "\(name): \(line)")
                }
            }
        }
        // No two import each other: what has no imports left goes, until all have gone.
        while let free = imports.first(where: { $0.value.allSatisfy { imports[$0] == nil } }) {
            imports[free.key] = nil
        }
        #expect(imports.isEmpty, "\(imports.keys.sorted()) import each other")
    }
}
