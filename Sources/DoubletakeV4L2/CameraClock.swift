import DoubletakeMedia

/// Puts a camera's stamps on the recording's clock.
///
/// Most drivers stamp by the kernel's monotonic clock, which is the recording's own: those stamps stay as they are. A
/// camera that stamps by a clock of its own has its place on ours learned, from when its pictures come.
struct CameraClock {
    /// How old a stamp may be that is taken as it is.
    ///
    /// Shorter, and after a busy moment a camera's good stamps are not believed any more; longer, and a camera with a
    /// clock of its own that happens to be near ours is not noticed.
    private static let oldest = Duration.seconds(1)

    /// What is larger means nothing, and can't be counted with in nanoseconds.
    private static let largest = UInt64(Int64.max / 1_000)

    private var own = DeviceClock(ticksPerSecond: 1_000_000)
    private var isOurs = true

    /// The instant of a picture that was seen at `now`.
    mutating func instant(of picture: FilledBuffer, seenAt now: MediaTime) -> MediaTime {
        instant(ofMicroseconds: picture.microseconds, picture.isMonotonic ? .kernel : .unknown, seenAt: now)
    }

    /// Which clock a stamp is of, as the driver says.
    enum Origin {
        /// The kernel's monotonic one.
        case kernel
        /// Another one.
        case unknown
    }

    /// The instant of a stamp that was seen at `now`.
    mutating func instant(ofMicroseconds ticks: UInt64, _ origin: Origin, seenAt now: MediaTime) -> MediaTime {
        let learned = own.instant(ofTicks: ticks, seenAt: now)
        let stamp = MediaTime.zero + .microseconds(Int64(min(ticks, Self.largest)))
        if origin != .kernel || stamp > now || now - stamp > Self.oldest { isOurs = false }
        return isOurs ? stamp : learned
    }
}
