import DoubletakeTestSupport
import Testing

/// The same packets in two files, both by libavformat: one in fragments, one by its ordinary muxer.
struct EncodedMovie {
    /// What is encoded.
    struct Recipe: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var video = ["-c:v", "libx264", "-bf", "0", "-g", "25"]
        var filter = "null"
        var soundDelay = "0"
        var format = "mp4"
        var fragments = "movflags=frag_keyframe+delay_moov+default_base_moof"

        static let withoutBFrames = Recipe(testDescription: "without B-frames")
        static let withBFrames = Recipe(
            testDescription: "with B-frames",
            video: ["-c:v", "libx264", "-bf", "3", "-g", "25"]
        )
        static let quickTime = Recipe(testDescription: "QuickTime", format: "mov")
        /// A fragment ends where the picture stands still for a second.
        static let withGap = Recipe(
            testDescription: "with a gap",
            video: ["-c:v", "libx264", "-bf", "0", "-force_key_frames", "1.8"],
            filter: "select='not(between(t,0.7,1.75))'"
        )
        static let lateSound = Recipe(testDescription: "with late sound", soundDelay: "0.5")
        /// Fragments are cut by time, between any two packets.
        static let cutByTime = Recipe(
            testDescription: "cut by time",
            video: ["-c:v", "libx264", "-bf", "3", "-g", "250"],
            fragments: "movflags=delay_moov+default_base_moof:frag_duration=300000"
        )
        static let veryLateSound = Recipe(
            testDescription: "with sound that begins long after the picture",
            soundDelay: "1.1",
            fragments: "movflags=delay_moov+default_base_moof:frag_duration=300000"
        )
        static let all = [withoutBFrames, withBFrames, quickTime, withGap, cutByTime, lateSound, veryLateSound]
    }

    let fragmented: [UInt8]
    let ordinary: [UInt8]

    init(_ recipe: Recipe) throws {
        let folder = try TemporaryFolder()
        let options = "f=\(recipe.format):movie_timescale=90000"
        let outputs = [
            "[\(options):\(recipe.fragments)]\(folder.file("fragmented"))",
            "[\(options)]\(folder.file("ordinary"))",
        ]
        _ = try ProcessRun.succeed(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=64x64:rate=25:duration=2.4"]
                + ["-itsoffset", recipe.soundDelay, "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2.4"]
                + ["-map", "0:v", "-map", "1:a", "-vf", recipe.filter, "-fps_mode", "vfr", "-flags", "+global_header"]
                + recipe.video + ["-threads", "1", "-c:a", "aac", "-f", "tee", outputs.joined(separator: "|")]
        )
        fragmented = try folder.bytes("fragmented")
        ordinary = try folder.bytes("ordinary")
    }

    /// The hashes and times of all pictures and of all sound, as `ffmpeg` decodes them, and what it complains about.
    static func frameHashes(_ bytes: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        let path = try folder.write(bytes, to: "movie")
        let run = try ProcessRun.succeed([
            "ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-map", "0:a", "-f", "framemd5", "-",
        ])
        return run.standardError + run.standardOutput
    }

    /// What `ffprobe` says of the tracks.
    static func streams(_ bytes: [UInt8]) throws -> [MediaProbe.Stream] {
        let folder = try TemporaryFolder()
        return try MediaProbe(folder.write(bytes, to: "movie")).streams
    }
}
