import CFFmpeg

/// A chain of filters that frames go through, one input and one output.
///
/// The corresponding C type is `AVFilterGraph`. One thread uses it at a time.
@safe
struct LibAVFilterGraph: ~Copyable {
    // @safe: made here, freed in `deinit`; the filters belong to the graph, and are used only for the time of a call.

    private let graph: UnsafeMutablePointer<AVFilterGraph>
    private let source: UnsafeMutablePointer<AVFilterContext>
    private let sink: UnsafeMutablePointer<AVFilterContext>

    /// A graph that could not be made: a status below zero.
    struct Failure: Error {
        let status: Int32
    }

    /// Makes a graph of its description in libavfilter's words, which begins with a source called `in` and ends with a
    /// sink called `out`: `buffer@in=...,scale=...,buffersink@out`.
    ///
    /// The corresponding C functions are `avfilter_graph_parse2` and `avfilter_graph_config`.
    init(_ description: String, source sourceKind: String, sink sinkKind: String) throws(Failure) {
        var made: UnsafeMutablePointer<AVFilterGraph>? = unsafe avfilter_graph_alloc()
        guard let graph = unsafe made else { throw Failure(status: LibAVStatus.outOfMemory) }
        // One thread is enough for an export, and leaves the other cores to its encoder.
        unsafe graph.pointee.nb_threads = 1
        var inputs: UnsafeMutablePointer<AVFilterInOut>?
        var outputs: UnsafeMutablePointer<AVFilterInOut>?
        // SAFETY: on failure and on success the lists are ours to free; the graph is owned by this value alone.
        var status = unsafe avfilter_graph_parse2(graph, description, &inputs, &outputs)
        unsafe avfilter_inout_free(&inputs)
        unsafe avfilter_inout_free(&outputs)
        if status >= 0 { status = unsafe avfilter_graph_config(graph, nil) }
        let ends = unsafe (
            avfilter_graph_get_filter(graph, "\(sourceKind)@in"), avfilter_graph_get_filter(graph, "\(sinkKind)@out")
        )
        guard status >= 0, let source = unsafe ends.0, let sink = unsafe ends.1 else {
            unsafe avfilter_graph_free(&made)
            throw Failure(status: min(status, -1))
        }
        unsafe self.graph = unsafe graph
        unsafe self.source = unsafe source
        unsafe self.sink = unsafe sink
    }

    deinit {
        // SAFETY: nobody else has the pointer.
        var graph: UnsafeMutablePointer<AVFilterGraph>? = unsafe self.graph
        unsafe avfilter_graph_free(&graph)
    }

    /// Hands a frame to the first filter, which keeps a reference to what is in it.
    ///
    /// The corresponding C function is `av_buffersrc_add_frame_flags`. Returns its status.
    func send(_ frame: borrowing LibAVFrame) -> Int32 {
        unsafe av_buffersrc_add_frame_flags(source, frame.pointer, Int32(AV_BUFFERSRC_FLAG_KEEP_REF))
    }

    /// Ends the input, so that what is left comes out.
    ///
    /// The corresponding C function is `av_buffersrc_add_frame_flags` without a frame. Returns its status.
    func endInput() -> Int32 {
        unsafe av_buffersrc_add_frame_flags(source, nil, 0)
    }

    /// Takes a frame from the last filter.
    ///
    /// The corresponding C function is `av_buffersink_get_frame`. Returns its status.
    func receive(into frame: borrowing LibAVFrame) -> Int32 {
        unsafe av_buffersink_get_frame(sink, frame.pointer)
    }
}
