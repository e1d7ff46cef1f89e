import DoubletakeMedia
import DoubletakeTestSupport
import Testing

@testable import DoubletakeDesktop

@Suite(.timeLimit(.minutes(5)))
struct DesktopPresenceTests {
    private static func addresses(_ bus: PrivateBus) -> BusAddresses {
        BusAddresses(session: bus.address, system: bus.address)
    }

    @Test("While a film is recorded or paused the screen saver and sleep stay away, and afterwards they may come")
    func inhibitors() throws {
        let desktop = try FakeDesktop([FakeDesktop.screenSaver, FakeDesktop.login], on: PrivateBus())
        let presence = try DesktopPresence(Self.addresses(desktop.bus))
        presence.show(.armed)
        presence.show(.recording)
        #expect(desktop.awaitNote("no screen saver") == "no screen saver: Doubletake, A film is being recorded")
        #expect(desktop.awaitNote("awake") == "awake: idle:sleep, Doubletake, A film is being recorded, block")
        presence.show(.paused)
        presence.show(.armed)
        #expect(desktop.awaitNote("screen saver again") == "screen saver again: [7]")
        #expect(desktop.awaitNote("asleep again") != nil)
        presence.end()
        FakeDesktop.joinWatchers()
        #expect(desktop.notes.filter { $0.hasPrefix("no screen saver") }.count == 1)
    }

    @Test("The icon says how the recorder is, also to a panel that comes later")
    func icon() throws {
        let bus = try PrivateBus()
        let presence = try DesktopPresence(Self.addresses(bus))
        defer { presence.end() }
        presence.show(.recording)
        let panel = try FakeDesktop([FakeDesktop.panel], on: bus)
        #expect(panel.awaitNote("icon") == "icon: Doubletake is recording")
    }

    @Test("A panel that is there is told of the icon at once")
    func presentPanel() throws {
        let panel = try FakeDesktop([FakeDesktop.panel], on: PrivateBus())
        let presence = try DesktopPresence(Self.addresses(panel.bus))
        defer { presence.end() }
        presence.show(.paused)
        #expect(panel.awaitNote("icon") == "icon: Doubletake is paused")
    }

    @Test(
        "Without a bus, or with one on which nobody is, nothing happens",
        arguments: [nil, "unix:path=/dev/null/bus", "nonsense"] as [String?]
    )
    func absence(session: String?) throws {
        let presence = try DesktopPresence(BusAddresses(session: session, system: "unix:path=/dev/null/bus"))
        for state in [PresentedState.armed, .recording, .paused] { presence.show(state) }
        presence.end()
    }

    @Test("A bus without services does no harm, and one that hangs is left")
    func hangingBus() throws {
        let bus = try PrivateBus()
        let presence = try DesktopPresence(Self.addresses(bus))
        presence.show(.recording)
        presence.end()
        bus.freeze()
        #expect(throws: BusError.silent) { try BusConnection(address: bus.address) }
    }

    @Test("The buses are where the environment says, or where the login session has its own")
    func places() throws {
        let folder = try TemporaryFolder()
        let none = BusAddresses(environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(none == BusAddresses(session: nil, system: "unix:path=/run/dbus/system_bus_socket"))
        _ = try folder.write([], to: "bus")
        let found = BusAddresses(environment: [
            "XDG_RUNTIME_DIR": folder.path, "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/x",
        ])
        #expect(found == BusAddresses(session: "unix:path=\(folder.path)/bus", system: "unix:path=/x"))
        let disabled = BusAddresses(
            environment: ["XDG_RUNTIME_DIR": folder.path, "DBUS_SESSION_BUS_ADDRESS": "disabled:"]
        )
        #expect(disabled.session == nil)
    }
}
