/// A packet on its way into a container: its times are the container's ticks, counted from the session's start.
package struct TimedPacket: Sendable {
    /// The track's place among the muxer's tracks.
    package let track: Int
    /// The codec's bytes.
    package let data: [UInt8]
    /// When it is shown or heard, in ticks of the track's time base; negative before the session's start.
    package let presentationTicks: Int64
    /// When it is decoded; strictly increasing within the track.
    package let decodeTicks: Int64
    /// How long it lasts; provisional for pictures.
    package let durationTicks: Int64
    /// Whether decoding can begin here.
    package let isKeyframe: Bool

    /// Creates a packet.
    package init(
        track: Int,
        data: [UInt8],
        presentationTicks: Int64,
        decodeTicks: Int64,
        durationTicks: Int64,
        isKeyframe: Bool
    ) {
        self.track = track
        self.data = data
        self.presentationTicks = presentationTicks
        self.decodeTicks = decodeTicks
        self.durationTicks = durationTicks
        self.isKeyframe = isKeyframe
    }
}

/// A marker on its way into a container.
package struct TimedMarker: Hashable, Sendable {
    /// When it is, from the film's beginning; not negative.
    package let time: Duration
    /// What it is called.
    package let name: String

    /// Creates a marker.
    package init(time: Duration, name: String) {
        self.time = time
        self.name = name
    }
}

/// A track as a muxer is told of it.
package struct MuxerTrack: Sendable {
    /// What its packets are.
    package let description: TrackDescription
    /// What players call it: "Mix", "Applications", "Microphone".
    package let name: String?
    /// Whether players play it unless told otherwise.
    ///
    /// Of several sound tracks one is.
    package let isEnabled: Bool
    /// What else a file may say of it.
    package let properties: TrackProperties

    /// Creates a track.
    package init(
        description: TrackDescription,
        name: String?,
        isEnabled: Bool,
        properties: TrackProperties = TrackProperties()
    ) {
        self.description = description
        self.name = name
        self.isEnabled = isEnabled
        self.properties = properties
    }
}

/// The port to a container: packets in, bytes out.
///
/// It is made with its tracks and writes what it makes at the end of the storage that it was given; whatever is there
/// after `flush()` plays as it is. One thread uses it at a time.
package protocol Muxer: AnyObject, Sendable {
    /// Takes the next packet of a track.
    func write(_ packet: TimedPacket) throws(WriterError)

    /// Takes a marker, in any order; the next flush writes it where a repair finds it again.
    ///
    /// In the finished film those within it are chapters.
    func write(_ marker: TimedMarker) throws(WriterError)

    /// Writes a fragment with all packets taken so far, but for the newest where the end couldn't be cut off later.
    ///
    /// A kill while it does leaves a file that plays up to the flush before.
    func flush() throws(WriterError)

    /// Writes what is left. The file is as complete as this container can make it while it is written in one go; where
    /// its `finishing` is `.muxer` it is complete, and on the disk.
    ///
    /// - Parameter end: where the film ends, from its beginning; nil for the end of its last packet. Where the
    ///   container's `finishing` is `.muxer`, what is later isn't in the file, unless it was flushed. Elsewhere whoever
    ///   finishes the file cuts it off.
    func finish(endingAt end: Duration?) throws(WriterError)
}

extension Muxer {
    /// Writes what is left; the film ends with its last packet.
    package func finish() throws(WriterError) {
        try finish(endingAt: nil)
    }
}
