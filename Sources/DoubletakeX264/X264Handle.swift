import CX264
import DoubletakeMedia
import DoubletakeWriting

/// An open encoder.
///
/// The corresponding C type is `x264_t`. One thread uses it at a time.
@safe
struct X264Handle: ~Copyable {
    // @safe: the pointer comes from x264_encoder_open, stays here, and is closed in `deinit` alone.
    private let encoder: OpaquePointer
    private let subject: String

    /// Opens an encoder.
    ///
    /// The corresponding C function is `x264_encoder_open`.
    ///
    /// - Parameters:
    ///   - parameters: what to open it with; x264 copies them.
    ///   - subject: what errors are about.
    init(_ parameters: x264_param_t, subject: String) throws(WriterError) {
        var parameters = unsafe parameters
        // SAFETY: the parameters are a local, which x264 copies.
        guard let encoder = unsafe doubletake_x264_encoder_open(&parameters) else {
            throw .codecFailed(subject: subject, reason: "x264 could not be opened with these settings")
        }
        unsafe self.encoder = unsafe encoder
        self.subject = subject
    }

    deinit {
        // SAFETY: nobody else has the pointer.
        unsafe x264_encoder_close(encoder)
    }

    /// The most pictures that it holds back.
    ///
    /// The corresponding C function is `x264_encoder_maximum_delayed_frames`.
    var maximumDelayedFrameCount: Int {
        Int(unsafe x264_encoder_maximum_delayed_frames(encoder))
    }

    /// The parameter sets, each with its start code.
    ///
    /// The corresponding C function is `x264_encoder_headers`.
    func parameterSets() throws(WriterError) -> [UInt8] {
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        guard unsafe x264_encoder_headers(encoder, &units, &count) > 0 else {
            throw .codecFailed(subject: subject, reason: "x264 could not make the parameter sets")
        }
        var bytes: [UInt8] = []
        // SAFETY: x264 gave `count` units, which stay valid until the next call.
        let all = unsafe UnsafeBufferPointer(start: units, count: Int(count))
        for index in all.indices {
            let unit = unsafe all[index]
            // The third unit is a message with x264's version and settings, which is no parameter set.
            let kind = unsafe UInt32(unit.i_type)
            guard kind == NAL_SPS.rawValue || kind == NAL_PPS.rawValue else { continue }
            unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: unit.p_payload, count: Int(unit.i_payload)))
        }
        return bytes
    }

    /// What became of a picture.
    struct Output {
        /// The stream's bytes; empty when the encoder held the picture back.
        let bytes: [UInt8]
        /// The number that the picture was given as its time.
        let number: Int64
        /// Whether decoding can begin here.
        let isKeyframe: Bool
    }

    /// Encodes a picture.
    ///
    /// The corresponding C function is `x264_encoder_encode`, which copies the samples.
    func encode(_ picture: inout x264_picture_t) throws(WriterError) -> Output {
        var units: UnsafeMutablePointer<x264_nal_t>?
        var count: Int32 = 0
        var result = unsafe x264_picture_t()
        let byteCount = unsafe x264_encoder_encode(encoder, &units, &count, &picture, &result)
        guard byteCount >= 0 else {
            throw .codecFailed(subject: subject, reason: "x264 could not encode a picture")
        }
        // SAFETY: x264.h promises that the payloads of the units of one picture follow each other in memory, with
        // `byteCount` bytes in all; they stay valid until the next call.
        let bytes = unsafe Array(
            UnsafeBufferPointer(start: count > 0 ? units?.pointee.p_payload : nil, count: Int(byteCount)))
        return unsafe Output(bytes: bytes, number: result.i_pts, isKeyframe: result.b_keyframe != 0)
    }
}
