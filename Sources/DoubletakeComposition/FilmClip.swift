package import DoubletakeMedia

/// A part of a film on a time line of its own, which begins at zero: cut out, and shown faster or slower.
///
/// The picture that is shown at the part's beginning is its first one, whenever it came. A picture that would be too near
/// to the one before it is shown a little later, unless another one has come by then: whatever stays on the screen is seen.
/// Sound is cut to the sample; it keeps its speed here, for which there is `TempoConverter`. It is a value without threads.
package struct FilmClip {
    /// Where the part begins in the film.
    package let start: MediaTime
    /// Where it ends; nil at the film's own end.
    package let end: MediaTime?
    /// 2 shows it in half the time.
    package let speed: Double

    private let shortestInterval: Duration
    /// The newest picture from before the beginning.
    private var earlier: VideoFrame?
    /// The newest picture that is too near to the last one.
    private var waiting: VideoFrame?
    private var lastTime: MediaTime?

    /// Describes a part.
    ///
    /// - Parameters:
    ///   - shortestInterval: two pictures of the clip are never nearer.
    package init(from start: MediaTime, to end: MediaTime?, speed: Double, shortestInterval: Duration) {
        precondition(speed > 0, "a clip goes forward")
        self.start = start
        self.end = end
        self.speed = speed
        self.shortestInterval = shortestInterval
    }

    /// Whether the film's instant lies behind the part.
    package func isPast(_ time: MediaTime) -> Bool {
        end.map { time >= $0 } ?? false
    }

    /// An instant of the film on the clip's time line.
    package func time(of instant: MediaTime) -> MediaTime {
        MediaTime.zero + .nanoseconds(Int64((Double((instant - start).wholeNanoseconds) / speed).rounded()))
    }

    /// The film's chapters as the clip has them: the one that its beginning is in, and those that begin within it.
    ///
    /// - Parameter markers: in the order of their times.
    package func markers(of markers: [Marker]) -> [Marker] {
        let begun = markers.last { $0.time <= start }
        let within = markers.filter { $0.time > start && !isPast($0.time) }
        return ((begun.map { [$0] } ?? []) + within).map { marker in
            Marker(time: time(of: max(marker.time, start)), name: marker.name)
        }
    }

    /// Takes the film's next picture; the clip's next ones come out, at their times in it.
    package mutating func take(_ frame: VideoFrame) -> [VideoFrame] {
        if frame.time < start {
            earlier = frame
            return []
        }
        if isPast(frame.time) { return finish() }
        let time = time(of: frame.time)
        guard let first = earlier else { return place(frame, at: time) }
        earlier = nil
        // What changes at about the beginning is shown from there on.
        if time < .zero + shortestInterval { return [show(frame, at: .zero)] }
        return [show(first, at: .zero)] + place(frame, at: time)
    }

    /// Ends the clip: what is to be shown in it and has not come out comes out.
    package mutating func finish() -> [VideoFrame] {
        defer { (earlier, waiting) = (nil, nil) }
        if let earlier { return [show(earlier, at: .zero)] }
        guard let waiting, let lastTime else { return [] }
        let time = lastTime + shortestInterval
        return end.map { time < self.time(of: $0) } ?? true ? [show(waiting, at: time)] : []
    }

    /// The part of a buffer that is in the clip, at its time in it but not faster; nil when there is none.
    package func take(_ buffer: AudioBuffer) -> AudioBuffer? {
        let format = buffer.format
        let early = max(format.sampleCount(in: start - buffer.time), 0)
        let late = end.map { max(format.sampleCount(in: buffer.endTime - $0), 0) } ?? 0
        guard early + late < buffer.sampleCount else { return nil }
        let cut = buffer.prefix(buffer.sampleCount - late).dropping(first: early)
        return AudioBuffer(format: format, time: time(of: max(cut.time, start)), samples: cut.samples)
    }

    private mutating func place(_ frame: VideoFrame, at time: MediaTime) -> [VideoFrame] {
        let soonest = lastTime.map { $0 + shortestInterval } ?? time
        if time < soonest {
            waiting = frame
            return []
        }
        let late = waiting
        waiting = nil
        if let late, time > soonest { return [show(late, at: soonest)] + place(frame, at: time) }
        return [show(frame, at: time)]
    }

    private mutating func show(_ frame: VideoFrame, at time: MediaTime) -> VideoFrame {
        lastTime = time
        return frame.retimed(to: time)
    }
}
