/// Runs work of a session that blocks (opening devices, joining threads) on a thread of its own.
func onCaptureThread<Success: Sendable>(
    _ name: String,
    _ work: @escaping @Sendable () throws(CaptureSessionError) -> Success
) async throws(CaptureSessionError) -> Success {
    try await onThread(name, cannotStart: { .system($0) }, work)
}
