package import DoubletakeMedia

/// What comes out of the stages before the encoders: the typed buffers of a film, and the end of each source.
package enum CaptureOutput: Sendable {
    /// The next buffer of its source.
    case buffer(SampleBuffer)
    /// That was the film's last one of this source.
    case finished(SampleBufferSource)

    /// Where it comes from.
    var source: SampleBufferSource {
        switch self {
        case .buffer(let buffer): buffer.source
        case .finished(let source): source
        }
    }
}
