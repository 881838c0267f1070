import Testing

@testable import AgendaSync

@Suite("What OAuth computes")
struct OAuthFunctionTests {
    @Test("the challenge of RFC 7636, appendix B")
    func challenge() {
        #expect(
            OAuthSignIn.challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    // Of FIPS 180-4's examples, and of Python's hashlib for bytes that count modulo 251.
    @Test("a form has no letter that means something in it")
    func form() {
        let form = OAuthEndpoint.encoded([("a b", "ü&="), ("c", "-._~+/")])
        #expect(form == "a%20b=%C3%BC%26%3D&c=-._~%2B%2F")
        #expect(
            LoopbackRedirect.query(of: "/?" + form) == ["a b": "ü&=", "c": "-._~+/"])
        #expect(
            LoopbackRedirect.query(of: "/?a=b+c&d&e=%zz%") == ["a": "b c", "d": "", "e": "%zz%"])
        #expect(LoopbackRedirect.query(of: "/x?a=b") == nil)
    }
}
