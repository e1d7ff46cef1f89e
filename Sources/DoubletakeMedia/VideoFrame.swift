/// A picture at an instant, with what has changed since the one before.
public struct VideoFrame: Sendable {
    /// A small picture that lies over the frame and is drawn into it late, such as the cursor.
    public struct Overlay: Sendable {
        /// Premultiplied BGRA.
        public let picture: PixelBuffer
        /// Where the picture's top left pixel lies in the frame; it may be outside.
        public let x: Int
        /// As `x`, downwards.
        public let y: Int

        /// Creates an overlay.
        public init(picture: PixelBuffer, x: Int, y: Int) {
            self.picture = picture
            self.x = x
            self.y = y
        }
    }

    /// The picture.
    ///
    /// Nobody changes it while anyone holds it.
    public let pixelBuffer: PixelBuffer
    /// When the picture changed to this: the change's own time, not the time at which it was fetched.
    public private(set) var time: MediaTime
    /// The source's count of its pictures, from 0.
    public let sequenceNumber: UInt64
    /// The number of the picture that `damage` is relative to; nil when there was none.
    public private(set) var damageBase: UInt64?
    /// What differs from the picture with the number `damageBase`.
    public private(set) var damage: Damage
    /// What lies over the picture, the topmost last.
    public let overlays: [Overlay]

    /// Creates a frame whose damage is relative to the one before it in the source's count.
    public init(
        pixelBuffer: PixelBuffer,
        time: MediaTime,
        sequenceNumber: UInt64,
        damage: Damage,
        overlays: [Overlay] = []
    ) {
        self.pixelBuffer = pixelBuffer
        self.time = time
        self.sequenceNumber = sequenceNumber
        damageBase = sequenceNumber == 0 ? nil : sequenceNumber - 1
        self.damage = damage
        self.overlays = overlays
    }

    /// What differs for someone who last saw the picture with the number `seen`: everything, when a picture in between
    /// was lost.
    public func damage(since seen: UInt64?) -> Damage {
        if let seen {
            if seen == sequenceNumber { return .none }
            if seen == damageBase { return damage }
        }
        return .everything
    }

    /// This frame in the place of `earlier`, which nobody will see: it takes over what had changed by then.
    public func superseding(_ earlier: VideoFrame) -> VideoFrame {
        var result = self
        if damageBase == earlier.sequenceNumber {
            result.damage = earlier.damage.union(damage)
            result.damageBase = earlier.damageBase
        } else {
            result.damage = .everything
        }
        return result
    }

    /// The same picture shown at another instant, at which nothing has changed in it.
    public func repeated(at time: MediaTime) -> VideoFrame {
        var result = retimed(to: time)
        result.damage = .none
        result.damageBase = sequenceNumber
        return result
    }

    /// The same frame with another time.
    public func retimed(to time: MediaTime) -> VideoFrame {
        var result = self
        result.time = time
        return result
    }
}
