import CPulse

/// A question to the sound server that it may not have answered yet.
///
/// The corresponding C type is `pa_operation`. The thread of its connection uses it.
@safe
struct PulseAudioOperation: ~Copyable {
    // @safe: the pointer came from libpulse with a reference of ours, which `deinit` alone gives back.
    private let operation: OpaquePointer

    /// Takes over what a call of libpulse returned; nil when the call failed.
    init?(_ operation: OpaquePointer?) {
        guard let operation = unsafe operation else { return nil }
        unsafe self.operation = unsafe operation
    }

    deinit {
        // SAFETY: a cancelled operation calls nothing back. Cancelling one that is done does nothing.
        unsafe pa_operation_cancel(operation)
        unsafe pa_operation_unref(operation)
    }

    /// Whether the server has not answered, and the connection still stands.
    ///
    /// The corresponding C function is `pa_operation_get_state`.
    var isRunning: Bool {
        unsafe pa_operation_get_state(operation) == PA_OPERATION_RUNNING
    }
}
