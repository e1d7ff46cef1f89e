import DoubletakeWriting

extension ScreenRecorder {
    /// Checks that a film can be made at `path` with as much room as must stay free, and makes its folder; nothing else
    /// is touched.
    ///
    /// - Parameter configuration: what is to be recorded; its codecs must be some that a file of that name can hold.
    public static func checkDestination(
        _ path: String,
        replacing replacement: FilmReplacement = .never,
        for configuration: RecordingConfiguration = RecordingConfiguration()
    ) throws(RecordingError) {
        let file = try FilmFile(path: path, replacement: replacement)
        do throws(WriterError) {
            _ = try FilmCodecs(configuration, file.container)
        } catch {
            throw .writer(error, playableFile: nil)
        }
        try DiskGuard(file, limits: configuration.limits) { _ in }.checkBeforeRecording()
    }
}
