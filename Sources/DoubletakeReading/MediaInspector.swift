import DoubletakeISOMedia
import DoubletakeMedia

/// Looks a film over from its beginning to its end: what `verify` reports.
///
/// It blocks for as long as decoding takes.
public struct MediaInspector: Sendable {
    /// By how much tracks may end at different times.
    ///
    /// Less than a packet of sound (21 ms) and half a picture, and sound films would be reported; more, and it could be
    /// seen that a picture stands still at the end.
    static let largestDifferenceOfEnds = Duration.milliseconds(50)

    private let provider: any DemuxerProvider

    /// Creates an inspector that reads through demuxers of `provider`.
    package init(demuxers provider: any DemuxerProvider) {
        self.provider = provider
    }

    /// Inspects the file at `path`, which exists.
    public func inspect(_ path: String) -> MediaInspection {
        var inspection = MediaInspection()
        inspection.faults = boxFaults(path)
        do throws(ReaderError) {
            try inspectPackets(path, &inspection)
            try inspectSamples(path, &inspection)
        } catch {
            switch error {
            case .cannotOpen(_, let reason): inspection.faults.append(.unreadable(reason: reason))
            case .cannotDecode(_, let reason): inspection.faults.append(.undecodable(reason: reason))
            }
        }
        return inspection
    }

    /// What is wrong with the boxes; nothing in a file that has none.
    private func boxFaults(_ path: String) -> [MediaFault] {
        let file: FileStorage
        do throws(SystemCallError) {
            file = try FileStorage(path: path, access: .readOnly)
        } catch {
            return [.unreadable(reason: "\(error.call): \(error.reason)")]
        }
        let boxes = MovieInspection(of: file)
        // Whether it is a film of another kind is for the demuxer to say.
        if boxes.faults == [.notISOMedia] { return [] }
        let faults = boxes.faults.map { MediaFault.damagedBoxes(reason: "\($0)", help: $0.help) }
        // What a recorder was writing when it was interrupted is cut off.
        return boxes.state == .unfinished ? [.unfinished] : faults
    }

    private func inspectPackets(_ path: String, _ inspection: inout MediaInspection) throws(ReaderError) {
        let demuxer = try provider.openDemuxer(path: path)
        inspection.tracks = demuxer.tracks.map { MediaInspection.Track($0) }
        var times = demuxer.tracks.map { _ in TimeOrder() }
        defer {
            for (number, order) in times.enumerated() {
                if let fault = order.fault(ofTrack: number) { inspection.faults.append(fault) }
            }
        }
        while let packet = try demuxer.nextPacket() {
            guard inspection.tracks.indices.contains(packet.track) else { continue }
            if let time = packet.decodeTime ?? packet.presentationTime { times[packet.track].append(time) }
            if packet.isLeftOut { continue }
            inspection.tracks[packet.track].packetCount += 1
            guard let time = packet.presentationTime else { continue }
            let end = time + packet.duration - MediaTime.zero
            inspection.tracks[packet.track].end = max(inspection.tracks[packet.track].end, end)
        }
        inspection.faults += Self.faults(of: inspection.tracks)
    }

    private func inspectSamples(_ path: String, _ inspection: inout MediaInspection) throws(ReaderError) {
        let demuxer = try provider.openDemuxer(path: path)
        var checks = demuxer.tracks.enumerated().map { DecodedTrackCheck($0.offset, $0.element) }
        defer {
            for check in checks {
                inspection.tracks[check.number].decodedCount = check.count
                inspection.tracks[check.number].media = check.actualMedia ?? inspection.tracks[check.number].media
                // What is wrong with the packets' times is so with the pictures', too, and is said once.
                inspection.faults += check.faults.filter { !inspection.faults.contains($0) }
            }
        }
        while let sample = try demuxer.nextSample() {
            switch sample {
            case .video(let track, let frame): checks[track].append(frame)
            case .audio(let track, let buffer): checks[track].append(buffer)
            }
        }
        for check in checks {
            let track = inspection.tracks[check.number]
            guard case .video = track.media, track.packetCount != check.count else { continue }
            inspection.faults.append(
                .pictureCountDiffers(check.number, packetCount: track.packetCount, pictureCount: check.count))
        }
    }

    private static func faults(of tracks: [MediaInspection.Track]) -> [MediaFault] {
        let media = tracks.enumerated().filter { if case .other = $0.element.media { false } else { true } }
        guard !media.isEmpty else { return [.noTracks] }
        var faults = media.filter { $0.element.packetCount == 0 }.map { MediaFault.emptyTrack($0.offset) }
        let filled = media.filter { $0.element.packetCount > 0 }
        if let shortest = filled.min(by: { $0.element.end < $1.element.end }),
            let longest = filled.max(by: { $0.element.end < $1.element.end }),
            longest.element.end - shortest.element.end > largestDifferenceOfEnds
        {
            faults.append(
                .lengthsDiffer(
                    shortest: shortest.offset, shortest.element.end, longest: longest.offset, longest.element.end))
        }
        return faults
    }
}
