/// What libFuzzer calls with each of its inputs; the name is libFuzzer's.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // SAFETY: libFuzzer lends so many bytes for the time of the call.
    let broken = FuzzedMovie.brokenPromise(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    if let broken { preconditionFailure(broken) }
    return 0
}
