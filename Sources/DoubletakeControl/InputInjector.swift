public import DoubletakeMedia

/// Plays a person's hands: moves a pointer, clicks and types.
///
/// One thread uses it at a time. Each call comes back when the display has taken what it was given.
public protocol InputInjector: AnyObject, Sendable {
    /// Puts the pointer to a place of the screen, in its pixels.
    func movePointer(x: Int, y: Int) throws(InputError)

    /// Where the pointer is.
    func pointerPosition() throws(InputError) -> (x: Int, y: Int)

    /// Presses a button and lets it go: 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down.
    func click(button: Int) throws(InputError)

    /// Presses a key with its modifiers and lets it go.
    func press(_ key: KeyDescription) throws(InputError)

    /// Makes sure that all characters of a text can be typed, before the first of them is.
    ///
    /// What no key has is put on keys that have nothing, which takes the other programs a moment to learn.
    ///
    /// - Returns: whether something was put on a key.
    func prepare(toType text: String) throws(InputError) -> Bool

    /// Types one character that `prepare(toType:)` has seen.
    func type(_ character: Unicode.Scalar) throws(InputError)
}

/// Why a display doesn't take what a person's hands would do.
public struct InputError: ExplainedError, Hashable {
    /// The display, a key, or a text.
    public let subject: String
    /// What is wrong.
    public let reason: String
    /// What to do.
    public let help: String

    /// Creates an error.
    public init(_ subject: String, reason: String, help: String) {
        (self.subject, self.reason, self.help) = (subject, reason, help)
    }
}
