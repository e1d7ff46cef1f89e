import CFFmpeg
import DoubletakeMedia
import DoubletakeWriting

extension LibAVCodec {
    /// Opens an encoder of pictures.
    ///
    /// - Parameter card: where the pictures will come from; nil for memory.
    init(
        _ settings: VideoEncoderSettings,
        _ model: VideoEncoderModel,
        _ card: LibAVGraphicsCard?
    ) throws(WriterError) {
        let codec = try LibAVCodec(preparing: settings, model, card)
        let status = codec.open()
        guard status >= 0 else {
            let reason = LibAVStatus.reason(status)
            if model.kind == .hardware { throw .encoderUnavailable(name: model.name, reason: reason) }
            throw .unsupported(
                subject: model.name,
                reason: "a picture of \(settings.displaySize) can't be encoded: \(reason)",
                help: "Choose another size or another codec."
            )
        }
        self = codec
    }

    /// Creates an encoder of pictures that has all its settings and is not open yet.
    ///
    /// The corresponding C function is `avcodec_find_encoder_by_name`.
    init(
        preparing settings: VideoEncoderSettings,
        _ model: VideoEncoderModel,
        _ card: LibAVGraphicsCard?
    ) throws(WriterError) {
        // SAFETY: the codec found is one of libavcodec's constants.
        guard let encoder = unsafe avcodec_find_encoder_by_name(model.name) else {
            throw .encoderUnavailable(name: model.name, reason: "libavcodec was built without it")
        }
        guard let codec = unsafe LibAVCodec(encoder) else {
            throw .codecFailed(subject: model.name, reason: LibAVStatus.reason(LibAVStatus.outOfMemory))
        }
        codec.setUp(settings)
        if let card, card.lend(to: codec) < 0 {
            throw .codecFailed(subject: model.name, reason: LibAVStatus.reason(LibAVStatus.outOfMemory))
        }
        for (name, value) in LibAVVideoEncoderOptions.options(settings, model) {
            let status = codec.setOption(name, to: value)
            guard status >= 0 else {
                throw .codecFailed(subject: model.name, reason: "\(name) \(value): \(LibAVStatus.reason(status))")
            }
        }
        self = codec
    }

    private func setUp(_ settings: VideoEncoderSettings) {
        let codedSize = settings.displaySize.roundedUpToEven
        let rate = settings.frameRate
        let color = settings.color
        // SAFETY: the context is alive and not open yet, when its fields may be set. The colour enumerations have the
        // code points of H.273, as `ColorDescription` has.
        unsafe context.pointee.width = Int32(codedSize.width)
        unsafe context.pointee.height = Int32(codedSize.height)
        unsafe context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        unsafe context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
        unsafe context.pointee.color_primaries = AVColorPrimaries(UInt32(color.primaries))
        unsafe context.pointee.color_trc = AVColorTransferCharacteristic(UInt32(color.transfer))
        unsafe context.pointee.colorspace = AVColorSpace(UInt32(color.matrix))
        unsafe context.pointee.color_range = color.range == .full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        // Pictures are counted: a time is no encoder's business, but for the rate at which they come.
        unsafe context.pointee.time_base = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
        unsafe context.pointee.framerate = AVRational(num: Int32(rate.numerator), den: Int32(rate.denominator))
        // The set-up bytes go into the container's header, once.
        unsafe context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    }
}
