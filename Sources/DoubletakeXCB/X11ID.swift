/// What the server calls one of its things by: a window, a pixmap, a region.
package struct X11ID: Hashable, Sendable {
    /// The number in the protocol.
    package let rawValue: UInt32

    /// Creates an id from its number.
    package init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// No thing at all.
    package static let none = X11ID(0)
}

/// A name that the server has given a number.
package struct X11Atom: Hashable, Sendable {
    /// The number in the protocol.
    package let rawValue: UInt32

    /// Creates an atom from its number.
    package init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// A time on the server's own clock: milliseconds, which begin again from 0 after 49.7 days.
package struct X11Time: Hashable, Sendable {
    /// The server's count.
    package let milliseconds: UInt32

    /// Creates a time from the server's count.
    package init(milliseconds: UInt32) {
        self.milliseconds = milliseconds
    }
}
