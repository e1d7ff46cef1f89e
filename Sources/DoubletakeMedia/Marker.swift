/// A named instant that a person, a plan or a program set while recording; players show it as a chapter.
public struct Marker: Hashable, Sendable {
    /// The instant.
    public let time: MediaTime
    /// What it is called.
    public let name: String

    /// Creates a marker.
    public init(time: MediaTime, name: String) {
        self.time = time
        self.name = name
    }
}
