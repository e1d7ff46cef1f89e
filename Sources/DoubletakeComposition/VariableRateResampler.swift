/// The port to what turns an unbroken run of sound into the same sound, a little longer or shorter.
///
/// Its pitch changes with its length, as that of a tape does, and never in a step. What comes out begins at the instant
/// at which the first sample begins; a few milliseconds are held back. One thread uses it at a time.
package protocol VariableRateResampler: AnyObject, Sendable {
    /// How many samples (of each channel) have come in and aren't in what has come out; they have fractions.
    var heldSampleCount: Double { get }

    /// Makes what comes out from now on longer by that part of itself, at most a hundredth either way; negative for
    /// shorter.
    func stretch(by part: Double) throws(SoundConversionError)

    /// Converts the next samples, channels in turn.
    func convert(_ samples: [Float]) throws(SoundConversionError) -> [Float]

    /// Ends the run.
    ///
    /// - Returns: what was held back.
    func finish() throws(SoundConversionError) -> [Float]
}
