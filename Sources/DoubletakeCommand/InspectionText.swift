import DoubletakeMedia
import DoubletakeReading

/// What `verify` prints for a person.
enum InspectionText {
    /// The film, its tracks, and what is wrong.
    static func text(_ file: String, _ inspection: MediaInspection) -> String {
        var lines = ["\(file): \(JSONLine.seconds(inspection.duration)) s"]
        lines += inspection.tracks.enumerated().map { "  track \($0.offset + 1): \(words($0.element))" }
        for fault in inspection.faults { lines += ["fault: \(fault)", "  help: \(fault.help)"] }
        if inspection.faults.isEmpty { lines.append("Nothing is wrong with it.") }
        return lines.joined(separator: "\n")
    }

    private static func words(_ track: MediaInspection.Track) -> String {
        var words = [track.codecName]
        switch track.media {
        case .video(let size, _): words += ["\(size)", "\(track.decodedCount) pictures"]
        case .audio(let format):
            words += ["\(format.sampleRate) Hz", "\(format.channelCount) channels", "\(track.decodedCount) samples"]
        case .other: words.append("\(track.packetCount) packets")
        }
        words.append("ends at \(JSONLine.seconds(track.end)) s")
        if let name = track.name { words.append(name) }
        return words.joined(separator: ", ")
    }
}
