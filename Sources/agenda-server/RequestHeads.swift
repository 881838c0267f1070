import NIOCore
import NIOHTTP1

/// Keeps what a request's head says and what comes after it does not see: the host of a target in absolute form, `GET
/// http://host/path`, which counts instead of `Host` (RFC 9112 section 3.2.2), and a version whose connections end after
/// the answer (section 9.3). Who asks whether to send its content is told to (RFC 9110 section 10.1.1): what is too large is
/// refused by its length all the same. A connection whose bytes are no requests ends: HummingbirdCore answers 400 and then
/// reads on, for 30 seconds, whatever its peer sends.
final class RequestHeads: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// How many requests have no whole answer yet.
    private var open = 0

    /// Puts it between the bytes and what makes requests of them.
    static func add(to channel: any Channel) throws {
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(RequestHeads(), position: .after(decoder))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else {
            return context.fireChannelRead(data)
        }
        if head.uri.first != "/", let colon = head.uri.firstRange(of: "://") {
            let authority = head.uri[colon.upperBound...].prefix { $0 != "/" && $0 != "?" }
            head.headers.replaceOrAdd(name: "Host", value: String(authority))
        }
        if !head.isKeepAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        // Not in the middle of the answer to an earlier request.
        let asks = head.headers.first(name: "Expect")?.lowercased() == "100-continue"
        if asks, head.version == .http1_1, open == 0 {
            let go = HTTPResponseHead(version: head.version, status: .continue)
            context.writeAndFlush(wrapOutboundOut(.head(go)), promise: nil)
        }
        open += 1
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError {
            // The peer has some time to read the answer, which a connection that is reset would take from it.
            let channel = context.channel
            context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
        }
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { open -= 1 }
        context.write(data, promise: promise)
    }
}
