import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeDesktop

@Suite(.timeLimit(.minutes(5)))
struct DesktopNotificationTests {
    private static let notification = DesktopNotification(
        title: "Saved <film>.mp4",
        text: "/home/ada/<Videos> & more",
        icon: "video-x-generic",
        actions: [.init("open", "Open"), .init("folder", "Show in folder")]
    )

    /// Shows it on a thread of its own; what `use` does meanwhile decides how it ends.
    private func outcome(
        _ bus: PrivateBus,
        _ use: () throws -> Void
    ) throws -> Result<DesktopNotification.Action?, BusError>? {
        let outcome = ConditionLock<Result<DesktopNotification.Action?, BusError>?>(nil)
        let thread = try WorkerThread(name: "notice") {
            let result = Result { () throws(BusError) in try Self.notification.show(on: bus.address) }
            outcome.withLock { $0 = result }
        }
        defer { thread.join() }
        try use()
        let clock = MonotonicClock()
        return outcome.wait(until: clock.now + .seconds(60), on: clock) { $0 }
    }

    @Test("A click on the notification is its first action, and closing it is none")
    func actions() throws {
        let bus = try PrivateBus()
        let server = try NotificationServer(on: PrivateXServer(), bus)
        let chosen = try outcome(bus) {
            #expect(try server.shows(1))
            try server.choose()
        }
        #expect(try chosen?.get() == DesktopNotification.Action("open", "Open"))
        let closed = try outcome(bus) {
            #expect(try server.shows(1))
            try server.closeAll()
        }
        #expect(try closed?.get() == .some(nil))
    }

    @Test("Where nobody shows notifications that is an error, which nobody has to wait for")
    func nobody() throws {
        let bus = try PrivateBus()
        let result = try outcome(bus) {}
        guard case .failure(.refused(let name, _))? = result else {
            Issue.record("it ended with \(String(describing: result))")
            return
        }
        #expect(name == "org.freedesktop.DBus.Error.ServiceUnknown")
    }
}
