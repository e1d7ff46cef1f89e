import DoubletakeMedia

/// Where a stream stood at an instant: a sample's number in the stream, and when that sample is heard.
///
/// The sound server says so when it is asked. What it answers was true when its own thread looked; the answer is seen
/// later, never before. So an error makes the instant late, and among several answers the earliest is the best.
struct StreamTiming: Equatable {
    /// How many samples (of each channel) there were in the stream before this one.
    let position: Int64
    /// When it is, or was, heard: at the microphone, or out of the loudspeaker.
    let instant: MediaTime
}
