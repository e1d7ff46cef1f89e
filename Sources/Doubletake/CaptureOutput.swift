package import DoubletakeMedia

/// What comes out of the stages before the encoders: the typed buffers of a film, and the end of each type.
package enum CaptureOutput: Sendable {
    /// The next buffer of its type.
    case buffer(SampleBuffer)
    /// That was the film's last one of this type.
    case finished(SampleBufferType)
}
