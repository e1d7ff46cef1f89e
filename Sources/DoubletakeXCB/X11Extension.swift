import CXCB

/// An extension of the X protocol that this package can use.
package enum X11Extension: CaseIterable, Hashable, Sendable {
    /// Keeps what windows show apart from what lies over them.
    case composite
    /// Says what was drawn.
    case damage
    /// Regions, and the picture of the cursor.
    case xfixes
    /// Images through shared memory.
    case sharedMemory
    /// Monitors.
    case randr
    /// Keys and motion before anybody else gets them.
    case input
    /// The keyboard's layout and its locks.
    case keyboard
    /// When the server blanks the screen.
    case screenSaver
    /// Keys and motion that nobody made by hand.
    case test

    /// A version of an extension.
    package struct Version: Comparable, Hashable, Sendable, CustomStringConvertible {
        /// What changes with what is incompatible.
        package let major: Int
        /// What changes with what is new.
        package let minor: Int

        /// Creates a version.
        package init(_ major: Int, _ minor: Int) {
            self.major = major
            self.minor = minor
        }

        package static func < (lhs: Version, rhs: Version) -> Bool {
            (lhs.major, lhs.minor) < (rhs.major, rhs.minor)
        }

        /// `1.5`.
        package var description: String { "\(major).\(minor)" }
    }

    /// Where a server has put an extension.
    struct Place {
        let majorOpcode: UInt8
        let firstEvent: UInt8
        /// What server and client have agreed on.
        let version: Version
    }

    /// The name in the protocol.
    package var name: String {
        switch self {
        case .composite: "Composite"
        case .damage: "DAMAGE"
        case .xfixes: "XFIXES"
        case .sharedMemory: "MIT-SHM"
        case .randr: "RANDR"
        case .input: "XInputExtension"
        case .keyboard: "XKEYBOARD"
        case .screenSaver: "MIT-SCREEN-SAVER"
        case .test: "XTEST"
        }
    }

    /// What we ask for: the oldest version that has all we use, and no newer one, whose events we wouldn't know.
    private func wanted(by connection: X11Connection) -> Version {
        switch self {
        // Pixmaps of windows got names with 0.2.
        case .composite: Version(0, 2)
        case .damage: Version(1, 1)
        // Regions came with 2, hiding the cursor with 4.
        case .xfixes: Version(4, 0)
        // Segments passed as descriptors came with 1.2.
        case .sharedMemory: Version(1, 2)
        // Monitors came with 1.5.
        case .randr: Version(1, 5)
        // From 2.1 on raw events also come while another client grabs the keyboard or the pointer.
        case .input: connection.grabbedInput == .told ? Version(2, 2) : Version(2, 0)
        case .keyboard: Version(1, 0)
        // Suspending came with 1.1.
        case .screenSaver: Version(1, 1)
        case .test: Version(2, 2)
        }
    }

    /// The oldest version that is of use.
    private var needed: Version {
        switch self {
        case .composite: Version(0, 2)
        case .damage: Version(1, 0)
        case .xfixes: Version(2, 0)
        case .sharedMemory: Version(1, 1)
        case .randr: Version(1, 2)
        case .input: Version(2, 0)
        case .keyboard: Version(1, 0)
        case .screenSaver: Version(1, 1)
        case .test: Version(2, 1)
        }
    }

    private var key: OpaquePointer {
        // SAFETY: each is a variable of its library, which lives as long as the process.
        switch self {
        case .composite: unsafe doubletake_xcb_composite()
        case .damage: unsafe doubletake_xcb_damage()
        case .xfixes: unsafe doubletake_xcb_xfixes()
        case .sharedMemory: unsafe doubletake_xcb_shm()
        case .randr: unsafe doubletake_xcb_randr()
        case .input: unsafe doubletake_xcb_input()
        case .keyboard: unsafe doubletake_xcb_xkb()
        case .screenSaver: unsafe doubletake_xcb_screensaver()
        case .test: unsafe doubletake_xcb_test()
        }
    }

    /// Asks a server for the extension, and tells it which version we speak, which several insist on.
    ///
    /// The corresponding C functions are `xcb_get_extension_data` and each extension's `query_version`.
    fileprivate func find(in connection: X11Connection) throws(X11Error) -> Place {
        // SAFETY: the answer belongs to the connection and is read at once.
        let data = unsafe xcb_get_extension_data(connection.pointer, key)
        try connection.requireLife()
        guard let data = unsafe data, unsafe data.pointee.present != 0 else { throw missing(in: connection) }
        let version = try agreedVersion(with: connection)
        guard version >= needed else { throw missing(in: connection, found: version) }
        return unsafe Place(
            majorOpcode: data.pointee.major_opcode,
            firstEvent: data.pointee.first_event,
            version: version
        )
    }

    private func missing(in connection: X11Connection, found: Version? = nil) -> X11Error {
        .missingExtension(
            display: connection.displayName,
            name: name,
            needed: needed.description,
            found: found?.description
        )
    }

    private func agreedVersion(with connection: X11Connection) throws(X11Error) -> Version {
        let wanted = wanted(by: connection)
        let major = UInt32(wanted.major)
        let minor = UInt32(wanted.minor)
        switch self {
        case .composite:
            let answer = try unsafe connection.reply(to: "CompositeQueryVersion") { connection, failure in
                let cookie = unsafe xcb_composite_query_version(connection, major, minor)
                return unsafe xcb_composite_query_version_reply(connection, cookie, failure)
            }
            return unsafe Version(
                Int(answer.pointer.pointee.major_version), Int(answer.pointer.pointee.minor_version))
        case .damage:
            let answer = try unsafe connection.reply(to: "DamageQueryVersion") { connection, failure in
                let cookie = unsafe xcb_damage_query_version(connection, major, minor)
                return unsafe xcb_damage_query_version_reply(connection, cookie, failure)
            }
            return unsafe Version(
                Int(answer.pointer.pointee.major_version), Int(answer.pointer.pointee.minor_version))
        case .xfixes:
            let answer = try unsafe connection.reply(to: "XFixesQueryVersion") { connection, failure in
                let cookie = unsafe xcb_xfixes_query_version(connection, major, minor)
                return unsafe xcb_xfixes_query_version_reply(connection, cookie, failure)
            }
            return unsafe Version(
                Int(answer.pointer.pointee.major_version), Int(answer.pointer.pointee.minor_version))
        case .sharedMemory:
            let answer = try unsafe connection.reply(to: "ShmQueryVersion") { connection, failure in
                unsafe xcb_shm_query_version_reply(connection, xcb_shm_query_version(connection), failure)
            }
            return unsafe Version(
                Int(answer.pointer.pointee.major_version), Int(answer.pointer.pointee.minor_version))
        case .randr:
            let answer = try unsafe connection.reply(to: "RRQueryVersion") { connection, failure in
                let cookie = unsafe xcb_randr_query_version(connection, major, minor)
                return unsafe xcb_randr_query_version_reply(connection, cookie, failure)
            }
            return unsafe Version(
                Int(answer.pointer.pointee.major_version), Int(answer.pointer.pointee.minor_version))
        case .input:
            let answer = try unsafe connection.reply(to: "XIQueryVersion") { connection, failure in
                let cookie = unsafe xcb_input_xi_query_version(connection, UInt16(major), UInt16(minor))
                return unsafe xcb_input_xi_query_version_reply(connection, cookie, failure)
            }
            return unsafe Version(
                Int(answer.pointer.pointee.major_version), Int(answer.pointer.pointee.minor_version))
        case .keyboard:
            let answer = try unsafe connection.reply(to: "XkbUseExtension") { connection, failure in
                let cookie = unsafe xcb_xkb_use_extension(connection, UInt16(major), UInt16(minor))
                return unsafe xcb_xkb_use_extension_reply(connection, cookie, failure)
            }
            return unsafe Version(Int(answer.pointer.pointee.serverMajor), Int(answer.pointer.pointee.serverMinor))
        case .screenSaver:
            let answer = try unsafe connection.reply(to: "ScreenSaverQueryVersion") { connection, failure in
                let cookie = unsafe xcb_screensaver_query_version(connection, UInt8(major), UInt8(minor))
                return unsafe xcb_screensaver_query_version_reply(connection, cookie, failure)
            }
            return unsafe Version(
                Int(answer.pointer.pointee.server_major_version), Int(answer.pointer.pointee.server_minor_version))
        case .test:
            let answer = try unsafe connection.reply(to: "XTestGetVersion") { connection, failure in
                let cookie = unsafe xcb_test_get_version(connection, UInt8(major), UInt16(minor))
                return unsafe xcb_test_get_version_reply(connection, cookie, failure)
            }
            return unsafe Version(
                Int(answer.pointer.pointee.major_version), Int(answer.pointer.pointee.minor_version))
        }
    }
}

extension X11Connection {
    /// Makes an extension ready for use; throws when the server lacks it.
    ///
    /// The first call asks the server, later ones cost nothing.
    ///
    /// - Returns: the version that both sides speak.
    @discardableResult
    package func require(_ `extension`: X11Extension) throws(X11Error) -> X11Extension.Version {
        try place(of: `extension`).version
    }

    func place(of `extension`: X11Extension) throws(X11Error) -> X11Extension.Place {
        if let known = extensions[`extension`] { return known }
        let found = try `extension`.find(in: self)
        extensions[`extension`] = found
        return found
    }
}
