package import DoubletakeMedia

/// The port to what turns an unbroken run of sound into the same sound at another rate.
///
/// What comes out begins at the instant at which the first buffer begins, and sample for sample belongs to the same
/// instants: the converter's own delay shows only in what it holds back. One thread uses it at a time.
package protocol SampleRateConverter: AnyObject, Sendable {
    /// What comes in.
    var inputFormat: AudioFormat { get }
    /// What comes out: as many channels at another rate.
    var outputFormat: AudioFormat { get }

    /// Converts the next buffer, which follows the one before without a gap.
    ///
    /// - Returns: what this completed; it may be shorter or longer than what came in, and empty.
    func convert(_ buffer: AudioBuffer) throws(SoundConversionError) -> AudioBuffer

    /// Ends the run.
    ///
    /// - Returns: what was held back; altogether what came out is then as long as what came in, to the nearest sample.
    func finish() throws(SoundConversionError) -> AudioBuffer
}
