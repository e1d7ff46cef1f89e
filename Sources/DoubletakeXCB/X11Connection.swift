import CXCB
package import DoubletakeMedia
import Glibc

/// A connection to an X server.
///
/// One thread uses it at a time; it may be opened on one and handed to another. Only `hangUp()` is for any thread. The corresponding C type is
/// `xcb_connection_t`.
@safe
package final class X11Connection: @unchecked Sendable {
    // @safe: the pointer comes from xcb_connect, is lent for the time of a call, and is closed in `deinit` alone.
    // @unchecked: by the contract above one thread uses it at a time, and libxcb itself locks.

    /// Lent to libxcb's functions.
    let pointer: OpaquePointer
    /// The display as people name it: `:0`.
    package let displayName: String
    /// What is told of keys and buttons while another client has the keyboard or the pointer to itself.
    package let grabbedInput: GrabbedInput
    /// The screen that the display's name means.
    package let screen: X11Screen

    /// Events that were read while something else was looked for.
    var postponedEvents: [X11Event] = []
    /// What was learnt of the extensions.
    var extensions: [X11Extension: X11Extension.Place] = [:]
    /// The atoms that were asked for.
    var atoms: [String: X11Atom] = [:]
    /// The window whose property is changed to ask for the time; made when it is first needed.
    var timeWindow: X11ID?

    /// What raw events tell while another client has the keyboard, or the pointer, to itself.
    package enum GrabbedInput: Hashable, Sendable {
        /// All that is typed and clicked, as in every other moment.
        case told
        /// Nothing, as the server decides at each event: with XInput 2.0 raw events weren't for others then.
        case withheld
    }

    /// Connects to a display; to the one that the environment names when `display` is nil.
    ///
    /// The corresponding C function is `xcb_connect`.
    ///
    /// - Parameter grabbedInput: whether raw events come also while another client has grabbed their device.
    package init(display: String? = nil, grabbedInput: GrabbedInput = .told) throws(X11Error) {
        self.grabbedInput = grabbedInput
        let name = X11DisplayName(display)
        var screenNumber: Int32 = 0
        // SAFETY: the name is valid within the call, and the number is a local.
        let opened = unsafe withOptionalCString(display) { unsafe xcb_connect($0, &screenNumber) }
        // libxcb promises a connection even when there is none; it then says what is wrong, and is freed like any other.
        guard let pointer = unsafe opened else { throw .noServer(display: display ?? "", reason: "no memory is left") }
        let status = unsafe xcb_connection_has_error(pointer)
        guard status == 0 else {
            unsafe xcb_disconnect(pointer)
            throw Self.explanation(ofStatus: status, display: display, name: name)
        }
        let displayName = name?.text ?? display ?? ""
        guard let screen = unsafe X11Screen(pointer, number: Int(screenNumber)) else {
            unsafe xcb_disconnect(pointer)
            throw .noScreen(display: displayName)
        }
        unsafe self.pointer = unsafe pointer
        self.displayName = displayName
        self.screen = screen
    }

    deinit {
        // SAFETY: nobody else has the pointer.
        unsafe xcb_disconnect(pointer)
    }

    private static func explanation(ofStatus status: Int32, display: String?, name: X11DisplayName?) -> X11Error {
        guard let name else {
            if let display, !display.isEmpty { return .badDisplayName(display) }
            return .noDisplay
        }
        if status == XCB_CONN_CLOSED_INVALID_SCREEN { return .noScreen(display: name.text) }
        return X11ServerProbe(display: name).explanation()
    }

    /// Whether the connection has ended.
    ///
    /// The corresponding C function is `xcb_connection_has_error`.
    package var hasFailed: Bool {
        unsafe xcb_connection_has_error(pointer) != 0
    }

    /// Ends the conversation with the server, from any thread: whoever waits for an answer comes back with `lost`.
    ///
    /// A server that hangs would otherwise keep a thread for ever. The corresponding C function is `shutdown`.
    package func hangUp() {
        // Only the way to us: a thread that is sending would get a signal that ends the process. A connection that has
        // ended already has nothing to end.
        _ = shutdown(fileDescriptor, Int32(SHUT_RD))
    }

    /// Keeps the signal of a broken pipe from the calling thread, for good.
    ///
    /// libxcb sends in a way that raises it when the server is gone, and by default it ends the process. A thread that
    /// belongs to a connection calls this before it does anything; then the calls report `lost`. The corresponding C
    /// function is `pthread_sigmask`.
    package static func blockBrokenPipeSignal() {
        var signals = sigset_t()
        // SAFETY: the set is a local.
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        let status = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        precondition(status == 0, "a thread may block any signal")
    }

    /// Throws when the connection has ended.
    func requireLife() throws(X11Error) {
        if hasFailed { throw .lost(display: displayName) }
    }

    /// The descriptor that becomes readable when the server sends.
    ///
    /// libxcb may already hold events when it isn't: `nextEvent()` until it answers nil comes first. The corresponding
    /// C function is `xcb_get_file_descriptor`.
    package var fileDescriptor: Int32 {
        unsafe xcb_get_file_descriptor(pointer)
    }

    /// Sends what is still in libxcb's own buffer.
    ///
    /// The corresponding C function is `xcb_flush`.
    package func flush() throws(X11Error) {
        if unsafe xcb_flush(pointer) <= 0 { throw .lost(display: displayName) }
    }

    /// Comes back when the server has carried out all that was sent before.
    ///
    /// The corresponding C function is `xcb_get_input_focus`, which has the shortest answer of all requests.
    package func synchronize() throws(X11Error) {
        _ = try unsafe reply(to: "GetInputFocus") { connection, failure in
            unsafe xcb_get_input_focus_reply(connection, xcb_get_input_focus(connection), failure)
        }
    }

    /// A new id, for a thing that is about to be made.
    ///
    /// The corresponding C function is `xcb_generate_id`.
    func makeID() throws(X11Error) -> X11ID {
        let id = unsafe xcb_generate_id(pointer)
        if id == UInt32.max { throw .lost(display: displayName) }
        return X11ID(id)
    }

    /// The atom of a name, which is made if there is none.
    ///
    /// The first call asks the server, later ones cost nothing.     /// The corresponding C function is `xcb_intern_atom`.
    package func atom(named name: String) throws(X11Error) -> X11Atom {
        if let known = atoms[name] { return known }
        let answer = try unsafe reply(to: "InternAtom") { connection, failure in
            // SAFETY: the name is valid within the call and passed with its length.
            let cookie = unsafe name.withCString {
                unsafe xcb_intern_atom(connection, 0, UInt16(name.utf8.count), $0)
            }
            return unsafe xcb_intern_atom_reply(connection, cookie, failure)
        }
        let atom = unsafe X11Atom(answer.pointer.pointee.atom)
        atoms[name] = atom
        return atom
    }

    /// The name of an atom.
    ///
    /// The corresponding C function is `xcb_get_atom_name`.
    package func name(of atom: X11Atom) throws(X11Error) -> String {
        let answer = try unsafe reply(to: "GetAtomName") { connection, failure in
            unsafe xcb_get_atom_name_reply(connection, xcb_get_atom_name(connection, atom.rawValue), failure)
        }
        // SAFETY: the name lies behind the reply, with the length that libxcb says.
        let bytes = unsafe UnsafeRawBufferPointer(
            start: xcb_get_atom_name_name(answer.pointer),
            count: Int(xcb_get_atom_name_name_length(answer.pointer))
        )
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// The size of a window or pixmap now.
    ///
    /// The corresponding C function is `xcb_get_geometry`.
    package func size(of drawable: X11ID) throws(X11Error) -> PixelSize {
        let answer = try unsafe reply(to: "GetGeometry") { connection, failure in
            unsafe xcb_get_geometry_reply(connection, xcb_get_geometry(connection, drawable.rawValue), failure)
        }
        return unsafe PixelSize(width: Int(answer.pointer.pointee.width), height: Int(answer.pointer.pointee.height))
    }

    /// Where the pointer is, in the pixels of a window; nil when it is on another screen of the display.
    ///
    /// The corresponding C function is `xcb_query_pointer`.
    ///
    /// - Parameter window: nil for the root: then it is where on the screen the pointer is.
    package func pointerPosition(in window: X11ID? = nil) throws(X11Error) -> (x: Int, y: Int)? {
        let window = window ?? screen.root
        let answer = try unsafe reply(to: "QueryPointer") { connection, failure in
            unsafe xcb_query_pointer_reply(connection, xcb_query_pointer(connection, window.rawValue), failure)
        }
        guard unsafe answer.pointer.pointee.same_screen != 0 else { return nil }
        return unsafe (Int(answer.pointer.pointee.win_x), Int(answer.pointer.pointee.win_y))
    }
}
