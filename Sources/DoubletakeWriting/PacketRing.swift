package import DoubletakeMedia

/// The newest packets of a recording, kept in memory: what a film had before its start, and what a replay shows.
///
/// It is bounded by time and by bytes, and begins at a keyframe, so that it can always be decoded: it grows by groups of
/// pictures, each from one keyframe to the next, and loses them from the oldest on, with the sound that belongs to them. It
/// is a value without threads: packets come in, copies of what is kept come out.
package struct PacketRing: Sendable {
    /// What sound needs before the first sample that is heard.
    ///
    /// It is what Opus needs before it decodes as if it had been there all along (RFC 7845, 4.6), and more than AAC needs.
    /// Shorter, and a part or a replay begins with a click; longer, and it is larger for nothing.
    package static let soundRunUp = Duration.milliseconds(80)

    /// How far keyframes are apart while a ring is kept: this much at most is in a file before its start, and not shown.
    ///
    /// Shorter, and the film is larger for all those whole pictures; longer, and more than anybody asked for is in the file.
    package static let keyframeInterval = Duration.seconds(1)

    /// How much longer than was asked for packets are kept.
    ///
    /// What ends at an instant is asked for a moment later, when its last packets have come, and a file is made first.
    /// Shorter, and the beginning is lost on a busy machine; longer, and it takes memory for nothing.
    package static let slack = Duration.seconds(5)

    /// What keeping a packet takes beside its bytes: its times, and the memory's own bookkeeping.
    static let packetOverhead = 128

    /// How a start is cut.
    package enum Cut: Sendable {
        /// At the instant: what has to be decoded before it is in the file, and its edits leave it out.
        case atInstant
        /// Before the keyframe that is nearest before it, in a container that shows all that it holds.
        case atKeyframe
        /// At the instant, by who encodes the pictures anew that begin there: sound has no run-up, but the packet that lies
        /// across the start.
        case exact
        /// The same, for a container that shows all that it holds: sound begins with the next packet.
        case exactBetweenPackets
    }

    /// What a film or a replay begins with.
    package struct Clip: Sendable {
        /// The first instant that is shown.
        package let start: MediaTime
        /// In the order in which they are decoded.
        package let packets: [(track: Int, packet: EncodedPacket)]
        /// How many pictures are shown; those that are only decoded don't count.
        package let pictureCount: Int

        /// Creates a clip.
        package init(start: MediaTime, packets: [(track: Int, packet: EncodedPacket)] = [], pictureCount: Int = 0) {
            (self.start, self.packets, self.pictureCount) = (start, packets, pictureCount)
        }
    }

    /// Pictures from one keyframe to the next.
    private struct Group {
        var pictures: [EncodedPacket]

        var start: MediaTime {
            pictures[0].presentationTime
        }
    }

    /// How long what is kept may be asked for.
    package let duration: Duration
    /// How many bytes it may take.
    package let byteLimit: Int
    /// How many bytes it takes, with what keeping them takes.
    package private(set) var byteCount = 0
    /// Whether the bytes have made it shorter than it should be.
    package private(set) var isShortened = false
    private let mediaTypes: [MediaType]
    private var groups: [Group] = []
    private var sounds: [[EncodedPacket]]
    /// Nothing from before that instant may be shown.
    private var earliest: MediaTime
    /// The end of the newest packet of each track.
    private var ends: [MediaTime]

    /// Creates an empty ring.
    ///
    /// - Parameters:
    ///   - mediaTypes: the tracks, one of them pictures.
    ///   - start: when its first packets begin.
    ///   - duration: how long what is kept may be asked for.
    ///   - byteLimit: how many bytes it may take, whatever the bit rate.
    package init(_ mediaTypes: [MediaType], from start: MediaTime, duration: Duration, byteLimit: Int) {
        self.mediaTypes = mediaTypes
        self.duration = duration
        self.byteLimit = byteLimit
        earliest = start
        sounds = mediaTypes.map { _ in [] }
        ends = mediaTypes.map { _ in start }
    }

    /// The first instant that can be shown; nil while nothing can.
    package var start: MediaTime? {
        groups.first.map { max($0.start, earliest) }
    }

    /// Up to when every track has come: of sound to its end, of pictures to the newest one's time.
    package var end: MediaTime {
        ends.min() ?? earliest
    }

    /// Whether all sound has come up to an end, and a picture of that time or later.
    package func holds(upTo end: MediaTime, pictures lastPicture: MediaTime) -> Bool {
        !groups.isEmpty
            && zip(mediaTypes, ends).allSatisfy { type, have in have >= (type == .video ? lastPicture : end) }
    }

    /// Takes a track's next packet.
    package mutating func append(_ packet: EncodedPacket, ofTrack track: Int) {
        switch mediaTypes[track] {
        case .video:
            ends[track] = max(ends[track], packet.presentationTime)
            if packet.isKeyframe {
                groups.append(Group(pictures: [packet]))
            } else if groups.isEmpty {
                // Nobody can decode it.
                return
            } else {
                groups[groups.count - 1].pictures.append(packet)
            }
        case .audio:
            ends[track] = max(ends[track], packet.end)
            sounds[track].append(packet)
        }
        byteCount += Self.cost(packet)
        trim()
    }

    /// Keeps nothing that is only needed to show what was before an instant.
    package mutating func forget(before instant: MediaTime) {
        earliest = max(earliest, instant)
        while groups.count > 1, groups[1].start <= earliest { dropGroup() }
    }

    /// What is shown from `wanted` on, or from the first instant that is there.
    ///
    /// Before the first picture has come that is when the ring began, and no picture is in it.
    package func clip(from wanted: MediaTime, _ cut: Cut) -> Clip {
        let asked = max(wanted, start ?? earliest)
        let group = groups.lastIndex { $0.start <= asked }
        var pictures = group.map { groups[$0...].flatMap(\.pictures) } ?? []
        var start = asked
        var hiddenCount = 0
        switch cut {
        case .atInstant, .exact, .exactBetweenPackets: hiddenCount = Self.hide(&pictures, before: asked)
        case .atKeyframe: start = group.map { groups[$0].start } ?? earliest
        }
        var packets = pictures.map { (track: pictureTrack, packet: $0) }
        for (track, sound) in sounds.enumerated() {
            let wanted = sound.filter { packet in
                switch cut {
                case .atInstant: packet.end > start - Self.soundRunUp
                case .exact: packet.end > start
                case .atKeyframe, .exactBetweenPackets: packet.presentationTime >= start
                }
            }
            packets += wanted.map { (track: track, packet: $0) }
        }
        packets.sort { ($0.packet.decodeTime, $0.track) < ($1.packet.decodeTime, $1.track) }
        return Clip(start: start, packets: packets, pictureCount: pictures.count - hiddenCount)
    }

    /// Whether a film that begins at that instant has to be cut in the newest group, of which more may come.
    package func isOpen(at wanted: MediaTime) -> Bool {
        guard let last = groups.last, let first = start else { return false }
        let asked = max(wanted, first)
        // A picture that needs no other is no cut.
        return last.pictures.count > 1 && last.start <= asked && last.pictures[1].presentationTime <= asked
    }

    private var pictureTrack: Int {
        mediaTypes.firstIndex(of: .video) ?? 0
    }

    /// Brings pictures that are decoded and not shown near the start, as nobody sees when: the one that is shown there is
    /// there if it needs no other, and none is further away than keyframes should be.
    ///
    /// - Returns: how many are not shown.
    private static func hide(_ pictures: inout [EncodedPacket], before start: MediaTime) -> Int {
        // Pictures that are decoded in another order than they are shown keep their times.
        guard pictures.allSatisfy({ $0.presentationTime == $0.decodeTime }),
            let shown = pictures.lastIndex(where: { $0.presentationTime <= start })
        else { return 0 }
        if shown == 0 { pictures[0] = pictures[0].moved(to: start) }
        for index in 0..<shown {
            let earliest = start - keyframeInterval + .nanoseconds(index)
            if pictures[index].presentationTime < earliest { pictures[index] = pictures[index].moved(to: earliest) }
        }
        // What comes next must not be earlier than what was moved.
        if shown > 0, let before = pictures[..<shown].last, pictures[shown].presentationTime <= before.presentationTime
        {
            pictures[shown] = pictures[shown].moved(to: before.presentationTime + .nanoseconds(1))
        }
        return shown
    }

    private mutating func trim() {
        let newest = ends.max() ?? earliest
        while groups.count > 1, groups[1].start <= newest - duration - Self.slack { dropGroup() }
        while byteCount > byteLimit {
            if let first = start, newest - first < duration || groups.count <= 1 { isShortened = true }
            if groups.isEmpty {
                dropOldestSound()
            } else {
                dropGroup()
            }
        }
    }

    private mutating func dropOldestSound() {
        let oldest = sounds.indices.filter { !sounds[$0].isEmpty }.min {
            sounds[$0][0].decodeTime < sounds[$1][0].decodeTime
        }
        guard let oldest else { return }
        byteCount -= Self.cost(sounds[oldest].removeFirst())
    }

    private mutating func dropGroup() {
        for picture in groups.removeFirst().pictures { byteCount -= Self.cost(picture) }
        // Without pictures no sound is shown; the next ones begin with the next keyframe.
        let needed = groups.first.map { $0.start - Self.soundRunUp }
        for track in sounds.indices {
            let count = sounds[track].prefix { packet in needed.map { packet.end <= $0 } ?? true }.count
            for packet in sounds[track].prefix(count) { byteCount -= Self.cost(packet) }
            sounds[track].removeFirst(count)
        }
    }

    private static func cost(_ packet: EncodedPacket) -> Int {
        packet.data.count + packetOverhead
    }
}

extension EncodedPacket {
    /// When what it holds has been heard.
    package var end: MediaTime {
        presentationTime + duration
    }

    /// The same picture at another time.
    fileprivate func moved(to time: MediaTime) -> EncodedPacket {
        EncodedPacket(
            mediaType: mediaType,
            data: data,
            presentationTime: time,
            decodeTime: time,
            duration: duration,
            isKeyframe: isKeyframe
        )
    }
}
