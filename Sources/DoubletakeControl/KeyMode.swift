/// How a global key is listened to.
public enum KeyMode: String, CaseIterable, Sendable {
    /// The key is taken: no other program sees it, and none can take it.
    case grab
    /// The key is seen on its way: other programs get it as well, and it is also seen while one of them has all the
    /// keyboard, or has taken the key.
    case raw
}
