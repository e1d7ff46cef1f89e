import DoubletakeMedia

// What can be said of settings without opening a codec: whether they make sense, and whether a container takes them.

extension VideoEncoderSettings {
    /// Why a track with these settings can't be in a file of that kind; nil when it can.
    func reasonAgainst(_ container: ContainerFormat) -> String? {
        if let reason = container.reasonAgainst(codec) { return reason }
        if displaySize.width == 0 || displaySize.height == 0 { return "a picture of \(displaySize) has no pixels" }
        if case .constantRateFactor(let factor) = quality, !(1...51).contains(factor) {
            return "\(factor) is no quality between 1 and 51"
        }
        return keyframeInterval > .zero ? nil : "keyframes can't be \(keyframeInterval) apart"
    }
}

extension TimeBase {
    /// The most ticks a second that a file can say: libavformat and players count them in 31 bits.
    private static let mostTicks = Int64(Int32.max)

    /// Why times can't be counted so in a file; nil when they can.
    ///
    /// - Parameter frameRate: how many pictures come in a second; nil when nobody says.
    func reasonAgainstTimeScale(holding frameRate: FrameRate? = nil) -> String? {
        if ticksPerSecond > Self.mostTicks {
            return "\(ticksPerSecond) ticks a second are more than \(Self.mostTicks)"
        }
        guard let frameRate, Double(ticksPerSecond) < frameRate.framesPerSecond else { return nil }
        return "\(ticksPerSecond) ticks a second can't hold \(frameRate) pictures"
    }
}

extension AudioEncoderSettings {
    /// Why a track with these settings can't be in a file of that kind; nil when it can.
    func reasonAgainst(_ container: ContainerFormat) -> String? {
        if let reason = container.reasonAgainst(codec) { return reason }
        guard codec.sampleRates.contains(format.sampleRate) else {
            return "\(codec.name) has no \(format.sampleRate) Hz"
        }
        guard format.channelCount <= AudioCodec.maximumChannelCount else {
            return "\(format.channelCount) channels are more than \(AudioCodec.maximumChannelCount)"
        }
        return bitRate > 0 ? nil : "\(bitRate) bits a second are no bit rate"
    }
}

extension ContainerFormat {
    /// Why it can't hold pictures of that codec; nil when it can.
    func reasonAgainst(_ codec: VideoCodec) -> String? {
        videoCodecs.contains(codec) ? nil : "\(name) can't hold \(codec.name)"
    }

    /// Why it can't hold sound of that codec; nil when it can.
    func reasonAgainst(_ codec: AudioCodec) -> String? {
        audioCodecs.contains(codec) ? nil : "\(name) can't hold \(codec.name)"
    }
}
