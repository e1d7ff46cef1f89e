import CXCB
import DoubletakeMedia
import Glibc

/// What the server answered to a request; its memory is freed with it.
///
/// The corresponding C function is `free`, which libxcb asks its callers for.
@safe
struct X11Reply<Body>: ~Copyable {
    // @safe: made by libxcb for us alone, freed in `deinit`, and lent for the time of a call.

    /// Lent; also the start of the lists that follow the reply.
    let pointer: UnsafeMutablePointer<Body>

    init(_ pointer: UnsafeMutablePointer<Body>) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe free(pointer)
    }
}

typealias X11ErrorPointer = UnsafeMutablePointer<UnsafeMutablePointer<xcb_generic_error_t>?>

extension X11Connection {
    /// Waits for the answer to a request.
    ///
    /// - Parameters:
    ///   - request: the request as the protocol names it.
    ///   - receive: calls the request's `_reply` function.
    func reply<Body>(
        to request: String,
        _ receive: (OpaquePointer, X11ErrorPointer) -> UnsafeMutablePointer<Body>?
    ) throws(X11Error) -> X11Reply<Body> {
        var failure: UnsafeMutablePointer<xcb_generic_error_t>?
        // SAFETY: libxcb fills in a local; a reply is ours from here on.
        if let body = unsafe receive(pointer, &failure) { return unsafe X11Reply(body) }
        throw unsafe error(from: failure, request: request)
    }

    /// Sends a request that has no answer, and waits until the server has carried it out.
    ///
    /// - Parameters:
    ///   - request: the request as the protocol names it.
    ///   - send: calls the request's `_checked` function.
    func check(_ request: String, _ send: (OpaquePointer) -> xcb_void_cookie_t) throws(X11Error) {
        let cookie = unsafe send(pointer)
        // SAFETY: the cookie is of this connection and is asked once.
        guard let failure = unsafe xcb_request_check(pointer, cookie) else {
            if hasFailed { throw .lost(display: displayName) }
            return
        }
        throw unsafe error(from: failure, request: request)
    }

    /// Sends a request whose refusal would change nothing, such as freeing what goes with the connection anyway.
    func send(_ send: (OpaquePointer) -> xcb_void_cookie_t) {
        let cookie = unsafe send(pointer)
        // SAFETY: the cookie is of this connection; its error, if there is one, won't come as an event.
        unsafe xcb_discard_reply(pointer, cookie.sequence)
    }

    private func error(
        from pointer: UnsafeMutablePointer<xcb_generic_error_t>?,
        request: String
    ) -> X11Error {
        // Neither answer nor error: the connection has ended.
        guard let pointer = unsafe pointer else { return .lost(display: displayName) }
        let failure = unsafe X11Reply(pointer)
        return unsafe .requestFailed(
            display: displayName,
            X11RequestError(
                request: request,
                code: failure.pointer.pointee.error_code,
                majorOpcode: failure.pointer.pointee.major_code,
                minorOpcode: failure.pointer.pointee.minor_code
            )
        )
    }
}
