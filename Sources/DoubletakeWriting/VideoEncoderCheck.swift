package import DoubletakeMedia

extension VideoEncoderSettings {
    /// The longest side of a picture.
    ///
    /// The codecs' own limits depend on the level (H.264, A.3.1); this is libx264's, and the others take as much.
    private static let sides = 1...16_384

    /// Refuses what an encoder can't do, before it is opened.
    package func check(for model: VideoEncoderModel) throws(WriterError) {
        try model.check(codec)
        guard Self.sides.contains(displaySize.width), Self.sides.contains(displaySize.height) else {
            throw refusal(
                of: "a picture of \(displaySize) can't be encoded",
                help: "Choose a width and a height from \(Self.sides.lowerBound) to \(Self.sides.upperBound)."
            )
        }
        for rate in [frameRate, usualFrameRate] {
            guard rate.numerator <= Int(Int32.max), rate.denominator <= Int(Int32.max) else {
                throw refusal(
                    of: "\(rate) is no frame rate that can be counted",
                    help: "Choose a rate whose numerator and denominator have at most 31 bits."
                )
            }
        }
        switch quality {
        case .constantRateFactor(let factor):
            guard !(1...51).contains(factor) else { return }
            throw refusal(
                of: "\(factor) is no constant rate factor",
                help: "Choose one from 1 (large, and looks the same) to 51 (small)."
            )
        case .averageBitRate(let bitRate):
            guard !Self.bitRates.contains(bitRate) else { return }
            throw refusal(
                of: "\(bitRate) bits a second are no bit rate for pictures",
                help: "Choose one from \(Self.bitRates.lowerBound) to \(Self.bitRates.upperBound)."
            )
        case .lossless:
            guard !model.isLosslessPossible else { return }
            throw .unsupported(
                subject: model.name,
                reason: "it can't keep every sample as it is",
                help: "Choose another quality, or another encoder."
            )
        }
    }

    /// The average bit rates that can be asked for.
    ///
    /// Less, and not even a still picture is seen; more, and the encoders' own numbers, of 32 bits, are too small.
    public static let bitRates = 10_000...1_000_000_000

    /// Refuses a picture that isn't what the encoder was opened for.
    package func check(_ picture: PixelBuffer) throws(WriterError) {
        guard picture.externalHandle == nil, picture.format == .i420 else {
            throw refusal(
                of: "a picture in \(picture.format) can't be encoded",
                help: "Convert the pictures to \(PixelFormat.i420) in memory."
            )
        }
        guard picture.displaySize == displaySize else {
            throw refusal(
                of: "a picture of \(picture.displaySize) came into a film of \(displaySize)",
                help: "Scale the pictures to \(displaySize)."
            )
        }
        guard picture.color == color else {
            throw refusal(
                of: "a picture's colours are not those that the film is tagged with",
                help: "Convert the pictures, or state their colours in the settings."
            )
        }
    }

    private func refusal(of reason: String, help: String) -> WriterError {
        .unsupported(subject: codec.name, reason: reason, help: help)
    }
}

extension VideoEncoderModel {
    /// Refuses a codec that it doesn't make.
    package func check(_ wanted: VideoCodec) throws(WriterError) {
        guard codec != wanted else { return }
        throw .unsupported(
            subject: name,
            reason: "it makes \(codec.name), not \(wanted.name)",
            help: "Choose the codec \(codec.name), or another encoder."
        )
    }
}
