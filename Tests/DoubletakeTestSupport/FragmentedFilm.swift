/// A film as an interrupted recording leaves it: in fragments, made by the `ffmpeg` program.
package enum FragmentedFilm {
    /// Two seconds of pictures and of sound in fragments of half a second.
    package static func bytes() throws -> [UInt8] {
        try made.get()
    }

    private static let made = Result {
        let folder = try TemporaryFolder()
        _ = try ProcessRun.succeed(
            ["ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=size=64x64:rate=20:duration=2"]
                + [
                    "-f", "lavfi", "-i", "sine=sample_rate=48000:duration=2", "-pix_fmt", "yuv420p", "-c:v", "libx264",
                    "-bf", "0", "-g", "10",
                ]
                + [
                    "-threads", "1", "-c:a", "aac", "-movflags",
                    "frag_keyframe+delay_moov+default_base_moof+skip_trailer",
                ]
                + [folder.file("film.mp4")]
        )
        return try folder.bytes("film.mp4")
    }
}
