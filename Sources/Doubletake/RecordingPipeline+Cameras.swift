import DoubletakeMedia
import DoubletakeWriting

extension RecordingPipeline {
    /// Makes the first file of each camera's own film.
    ///
    /// When one can't be made, none is left.
    ///
    /// - Parameter film: the path of the film that they are beside.
    func makeMovies(
        beside film: String,
        _ replacement: FilmReplacement,
        _ configuration: RecordingConfiguration,
        _ codecs: any CodecProvider,
        _ files: any FileSystem,
        _ clock: any MediaClock,
        _ report: @escaping @Sendable (RecordingEvent) -> Void
    ) throws(RecordingError) -> [CameraMovie] {
        var movies: [CameraMovie] = []
        let names = CameraFileNames(of: cameras.tracks.map(\.feed.selection), beside: film)
        do throws(RecordingError) {
            for (track, path) in zip(cameras.tracks, names.paths) {
                movies.append(
                    try CameraMovie(
                        of: track,
                        path: path,
                        replacement: replacement,
                        configuration: configuration,
                        codecs: codecs,
                        files: files,
                        clock: clock,
                        report: report
                    )
                )
            }
        } catch {
            cancel(movies)
            throw error
        }
        return movies
    }

    /// Ends cameras' films without a file.
    func cancel(_ movies: [CameraMovie]) {
        for movie in movies {
            movie.parts.cancel()
            movie.drain(from: cameras.outputs)
        }
    }
}
