import DoubletakeMedia
import DoubletakeWriting

/// Says which parts of a film each packet belongs to: the film is cut before a keyframe, and each track changes over to
/// the next part where it has come to that instant.
///
/// Sound is cut there to the sample: the packet that lies across the cut is in both parts, each of which shows its side
/// of it, and before it a little run-up that a decoder needs and nobody hears. Where a container can't leave out what a
/// packet holds, each packet is in the part in which it begins.
struct PartRouter {
    /// What goes where, in this order.
    typealias Routes = [(part: Int, packet: EncodedPacket)]

    /// How sound is cut between two parts.
    enum SoundCut {
        /// At the sample.
        case atSample
        /// Between two packets.
        case atPacket
    }

    private static let runUp = PacketRing.soundRunUp

    /// The most packets that are kept of a track for the next part, should no picture come: a minute of sound.
    private static let recentCapacity = 4096

    private let mediaTypes: [MediaType]
    private let cut: SoundCut
    /// When each part begins; the first one from its beginning on.
    private var starts: [MediaTime]
    /// The first part that each track is not through with.
    private var places: [Int]
    /// The last part that each track has begun.
    private var joined: [Int]
    /// Sound that the next part may need, since a picture that begins it may be earlier.
    private var recent: [[EncodedPacket]]
    private var newestPicture: MediaTime

    init(_ mediaTypes: [MediaType], start: MediaTime, cut: SoundCut) {
        self.mediaTypes = mediaTypes
        self.cut = cut
        starts = [start]
        places = mediaTypes.map { _ in 0 }
        joined = places
        recent = mediaTypes.map { _ in [] }
        newestPicture = start
    }

    /// When the newest part begins.
    var newestStart: MediaTime {
        starts[starts.count - 1]
    }

    /// The first part that some track is not through with.
    var oldestPart: Int {
        places.min() ?? 0
    }

    /// Begins the next part at the time of a keyframe, which is routed next.
    mutating func open(at start: MediaTime) {
        precondition(start > newestStart, "a part begins after the one before it")
        starts.append(start)
    }

    /// Takes a track's next packet.
    mutating func route(_ packet: EncodedPacket, ofTrack track: Int) -> Routes {
        guard mediaTypes[track] == .audio else { return routePicture(packet, track) }
        var routes = join(track)
        for part in places[track]...joined[track] where belongs(packet, to: part) {
            routes.append((part, packet))
        }
        while places[track] < joined[track], packet.presentationTime >= starts[places[track] + 1] {
            places[track] += 1
        }
        recent[track].append(packet)
        let newest = newestPicture
        recent[track].removeAll { $0.end <= newest - Self.runUp }
        if recent[track].count > Self.recentCapacity { recent[track].removeFirst() }
        return routes
    }

    /// Says what a track still has to do when nothing more of it will come: begin parts with sound that came before.
    mutating func finish(track: Int) -> Routes {
        join(track)
    }

    private mutating func routePicture(_ packet: EncodedPacket, _ track: Int) -> Routes {
        newestPicture = max(newestPicture, packet.presentationTime)
        let part = starts.count - 1
        places[track] = part
        joined[track] = part
        return [(part, packet)]
    }

    /// Begins the parts that were opened since the track's last packet, with what came for them before.
    private mutating func join(_ track: Int) -> Routes {
        var routes: Routes = []
        while joined[track] < starts.count - 1 {
            joined[track] += 1
            for packet in recent[track] where belongs(packet, to: joined[track]) {
                routes.append((joined[track], packet))
            }
        }
        return routes
    }

    private func belongs(_ packet: EncodedPacket, to part: Int) -> Bool {
        if part + 1 < starts.count, packet.presentationTime >= starts[part + 1] { return false }
        if part == 0 { return true }
        switch cut {
        case .atSample: return packet.end > starts[part] - Self.runUp
        case .atPacket: return packet.presentationTime >= starts[part]
        }
    }
}
