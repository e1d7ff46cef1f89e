private import Glibc

/// How loud sound is: its peak and its effective value, of all channels together.
///
/// Full scale is 1, or 0 dBFS, for both: a square wave at full scale has a peak and an effective value of 0 dBFS, a sine
/// an effective value of -3 dBFS.
public struct AudioLevel: Hashable, Sendable {
    /// No sound at all.
    public static let silence = AudioLevel(peak: 0, squareSum: 0, valueCount: 0)

    /// The largest magnitude; above 1 it would be clipped.
    public let peak: Float
    private let squareSum: Double
    private let valueCount: Int

    private init(peak: Float, squareSum: Double, valueCount: Int) {
        self.peak = peak
        self.squareSum = squareSum
        self.valueCount = valueCount
    }

    /// Measures a buffer; what is no number, or an infinite one, counts as silence.
    public init(of buffer: AudioBuffer) {
        var peak: Float = 0
        var squareSum = 0.0
        for value in buffer.samples {
            let magnitude = value.magnitude
            // False for what is no number, too.
            guard magnitude < .infinity else { continue }
            if magnitude > peak { peak = magnitude }
            let wide = Double(value)
            squareSum += wide * wide
        }
        self.init(peak: peak, squareSum: squareSum, valueCount: buffer.samples.count)
    }

    /// The effective value: the root of the mean of the squares.
    public var rootMeanSquare: Float {
        valueCount == 0 ? 0 : Float((squareSum / Double(valueCount)).squareRoot())
    }

    /// The peak in dBFS; minus infinity for silence.
    public var peakDecibels: Double {
        Self.decibels(peak)
    }

    /// The effective value in dBFS; minus infinity for silence.
    public var rootMeanSquareDecibels: Double {
        Self.decibels(rootMeanSquare)
    }

    /// The level of both runs of sound together, such as all of a second's buffers.
    public func union(_ other: AudioLevel) -> AudioLevel {
        AudioLevel(
            peak: max(peak, other.peak),
            squareSum: squareSum + other.squareSum,
            valueCount: valueCount + other.valueCount
        )
    }

    /// What samples are multiplied by to be so much louder; exactly 1 for nothing.
    public static func factor(ofDecibels decibels: Double) -> Float {
        Float(pow(10, decibels / 20))
    }

    private static func decibels(_ value: Float) -> Double {
        20 * log10(Double(value))
    }
}
