package import DoubletakeMedia

/// The port to what makes sound faster or slower without changing its pitch.
///
/// Buffers follow each other without a gap, and so do those that come out. One thread uses it at a time.
package protocol TempoConverter: AnyObject, Sendable {
    /// Takes the next buffer; what it completed comes out, from the first buffer's time on.
    func convert(_ buffer: AudioBuffer) throws(SoundConversionError) -> AudioBuffer

    /// Ends the run; what was still inside comes out.
    func finish() throws(SoundConversionError) -> AudioBuffer
}
