import CXCB
package import DoubletakeMedia

/// What a server tells without being asked.
package enum X11Event: Hashable, Sendable {
    /// A key went down or up in a window of ours, or one that we have grabbed.
    case key(KeyEvent)
    /// A button was pressed over a window of ours, or while we have the pointer.
    case button(ButtonEvent)
    /// A button was let go that was pressed over a window of ours, or while we have the pointer.
    case buttonReleased(ButtonEvent)
    /// The pointer was moved in a window of ours, or while we have it.
    case pointerMoved(ButtonEvent)
    /// The pointer has left a window of ours.
    case pointerLeft(X11ID)
    /// Something of a window of ours has to be drawn again.
    case exposed(X11ID)
    /// A window manager asks a window of ours to close.
    case closeRequested(X11ID)
    /// A window manager asks whether the program of a window of ours is still there.
    case pinged(X11ID, time: X11Time)
    /// A key went down or up anywhere (XInput 2).
    case rawKey(RawKeyEvent)
    /// A button of the pointer went down or up anywhere (XInput 2).
    case rawButton(RawButtonEvent)
    /// The pointer was moved by a device (XInput 2).
    case rawMotion(time: X11Time)
    /// Something was drawn, for the first time since the damage was last taken.
    case damaged(X11ID, time: X11Time)
    /// The cursor looks different now.
    case cursorChanged(serial: UInt32, time: X11Time)
    /// Monitors or the screen's size are different now.
    case screenChanged
    /// A window has another size or place; its size now.
    case resized(X11ID, PixelSize)
    /// A window is shown now.
    case mapped(X11ID)
    /// A window isn't shown any more.
    case unmapped(X11ID)
    /// A window lies in another one now.
    case reparented(X11ID)
    /// A window is gone.
    case destroyed(X11ID)
    /// A window, or one in it, gets what is typed from now on.
    case focusEntered(X11ID)
    /// Neither a window nor one in it gets what is typed any more.
    case focusLeft(X11ID)
    /// A property of a window was changed or removed.
    case propertyChanged(X11ID, X11Atom, time: X11Time)
    /// The keyboard has another layout.
    case keyboardMappingChanged
    /// These modifiers are on now, as the core protocol's mask, and this layout, in the two bits from 13 on.
    case modifiersChanged(UInt16)
    /// A request whose outcome nobody asked for was refused.
    case requestFailed(X11RequestError)
    /// Something that this package doesn't know; the number of its kind.
    case other(UInt8)

    /// A key that went down or up.
    package struct KeyEvent: Hashable, Sendable {
        /// Which way it went.
        package let direction: KeyDirection
        /// The key's number on the keyboard.
        package let keycode: UInt8
        /// The modifiers and buttons that were held, as the core protocol's mask.
        package let modifiers: UInt16
        /// When it happened.
        package let time: X11Time
        /// The window that the event is reported to.
        package let window: X11ID
    }

    /// A button that was pressed or let go, or the pointer's way.
    package struct ButtonEvent: Hashable, Sendable {
        /// The button's number: 1 is the left one; nothing that means something where the pointer was moved.
        package let button: UInt8
        /// The modifiers and buttons that were held, as the core protocol's mask.
        package let modifiers: UInt16
        /// Where the pointer was in the window.
        package let x: Int
        /// As `x`, downwards.
        package let y: Int
        /// When it happened.
        package let time: X11Time
        /// The window that the event is reported to.
        package let window: X11ID
    }

    /// A key that went down or up, as the device said it.
    package struct RawKeyEvent: Hashable, Sendable {
        /// Which way it went.
        package let direction: KeyDirection
        /// The key's number on the keyboard.
        package let keycode: UInt8
        /// Whether the keyboard repeats a key that is held.
        package let isRepeat: Bool
        /// When it happened.
        package let time: X11Time
    }

    /// A button that went down or up, as the device said it.
    package struct RawButtonEvent: Hashable, Sendable {
        /// Which way it went.
        package let direction: KeyDirection
        /// The button's number: 1 is the left one, 4 to 7 are a wheel's.
        package let button: UInt8
        /// When it happened.
        package let time: X11Time
    }

    /// Which way a key or a button went.
    package enum KeyDirection: Hashable, Sendable {
        /// It was pressed.
        case down
        /// It was let go.
        case up
    }
}

extension X11Event {
    /// Reads an event as libxcb has it.
    ///
    /// The highest bit of an event's kind says only that another client sent it.
    init(_ event: borrowing X11Reply<xcb_generic_event_t>, on connection: X11Connection) {
        let kind = unsafe event.pointer.pointee.response_type & 0x7f
        switch Int32(kind) {
        case 0:
            self = .requestFailed(
                event.read(as: xcb_generic_error_t.self) { error in
                    X11RequestError(
                        request: nil,
                        code: error.error_code,
                        majorOpcode: error.major_code,
                        minorOpcode: error.minor_code
                    )
                }
            )
        case XCB_KEY_PRESS, XCB_KEY_RELEASE:
            // A release is laid out like a press.
            self = .key(
                event.read(as: xcb_key_press_event_t.self) { key in
                    KeyEvent(
                        direction: Int32(kind) == XCB_KEY_PRESS ? .down : .up,
                        keycode: key.detail,
                        modifiers: key.state,
                        time: X11Time(milliseconds: key.time),
                        window: X11ID(key.event)
                    )
                }
            )
        case XCB_BUTTON_PRESS: self = .button(Self.pointer(event))
        case XCB_BUTTON_RELEASE: self = .buttonReleased(Self.pointer(event))
        case XCB_MOTION_NOTIFY: self = .pointerMoved(Self.pointer(event))
        case XCB_LEAVE_NOTIFY:
            self = event.read(as: xcb_leave_notify_event_t.self) { .pointerLeft(X11ID($0.event)) }
        case XCB_EXPOSE: self = event.read(as: xcb_expose_event_t.self) { .exposed(X11ID($0.window)) }
        case XCB_CLIENT_MESSAGE:
            let (window, name, time) = event.read(as: xcb_client_message_event_t.self) { message in
                // SAFETY: all views of the union are integers of the same bytes.
                let numbers = unsafe message.data.data32
                return (X11ID(message.window), X11Atom(numbers.0), X11Time(milliseconds: numbers.1))
            }
            // Only who has asked for a name has offered what it stands for.
            switch name {
            case connection.atoms[WindowProtocol.closing.rawValue]: self = .closeRequested(window)
            case connection.atoms[WindowProtocol.ping.rawValue]: self = .pinged(window, time: time)
            default: self = .other(kind)
            }
        case XCB_CONFIGURE_NOTIFY:
            self = event.read(as: xcb_configure_notify_event_t.self) { configure in
                .resized(
                    X11ID(configure.window),
                    PixelSize(width: Int(configure.width), height: Int(configure.height))
                )
            }
        case XCB_MAP_NOTIFY:
            self = event.read(as: xcb_map_notify_event_t.self) { .mapped(X11ID($0.window)) }
        case XCB_UNMAP_NOTIFY:
            self = event.read(as: xcb_unmap_notify_event_t.self) { .unmapped(X11ID($0.window)) }
        case XCB_REPARENT_NOTIFY:
            self = event.read(as: xcb_reparent_notify_event_t.self) { .reparented(X11ID($0.window)) }
        case XCB_DESTROY_NOTIFY:
            self = event.read(as: xcb_destroy_notify_event_t.self) { .destroyed(X11ID($0.window)) }
        case XCB_PROPERTY_NOTIFY:
            self = event.read(as: xcb_property_notify_event_t.self) { property in
                .propertyChanged(
                    X11ID(property.window),
                    X11Atom(property.atom),
                    time: X11Time(milliseconds: property.time)
                )
            }
        case XCB_FOCUS_IN, XCB_FOCUS_OUT: self = Self.focus(event, kind: kind)
        case XCB_MAPPING_NOTIFY: self = .keyboardMappingChanged
        case XCB_GE_GENERIC: self = Self.generic(event, on: connection)
        default: self = Self.ofExtension(event, kind: kind, on: connection)
        }
    }

    /// Reads what the pointer did: presses, releases and moves are laid out alike.
    private static func pointer(_ event: borrowing X11Reply<xcb_generic_event_t>) -> ButtonEvent {
        event.read(as: xcb_button_press_event_t.self) { pointer in
            ButtonEvent(
                button: pointer.detail,
                modifiers: pointer.state,
                x: Int(pointer.event_x),
                y: Int(pointer.event_y),
                time: X11Time(milliseconds: pointer.time),
                window: X11ID(pointer.event)
            )
        }
    }

    private static func focus(_ event: borrowing X11Reply<xcb_generic_event_t>, kind: UInt8) -> X11Event {
        // Both are laid out alike. A grab of the keyboard changes no focus, and within the window it doesn't leave.
        let outside = [
            XCB_NOTIFY_DETAIL_ANCESTOR, XCB_NOTIFY_DETAIL_VIRTUAL, XCB_NOTIFY_DETAIL_NONLINEAR,
            XCB_NOTIFY_DETAIL_NONLINEAR_VIRTUAL,
        ].map { UInt8($0.rawValue) }
        let changes = [XCB_NOTIFY_MODE_NORMAL, XCB_NOTIFY_MODE_WHILE_GRABBED].map { UInt8($0.rawValue) }
        return event.read(as: xcb_focus_in_event_t.self) { focus in
            guard outside.contains(focus.detail), changes.contains(focus.mode) else { return .other(kind) }
            let window = X11ID(focus.event)
            return Int32(kind) == XCB_FOCUS_IN ? .focusEntered(window) : .focusLeft(window)
        }
    }

    private static func ofExtension(
        _ event: borrowing X11Reply<xcb_generic_event_t>,
        kind: UInt8,
        on connection: X11Connection
    ) -> X11Event {
        let extensions = connection.extensions
        if kind == extensions[.damage]?.firstEvent {
            return event.read(as: xcb_damage_notify_event_t.self) { damage in
                .damaged(X11ID(damage.damage), time: X11Time(milliseconds: damage.timestamp))
            }
        }
        if let first = extensions[.xfixes]?.firstEvent, kind == first &+ UInt8(XCB_XFIXES_CURSOR_NOTIFY) {
            return event.read(as: xcb_xfixes_cursor_notify_event_t.self) { cursor in
                .cursorChanged(serial: cursor.cursor_serial, time: X11Time(milliseconds: cursor.timestamp))
            }
        }
        if let first = extensions[.randr]?.firstEvent, kind == first || kind == first &+ UInt8(XCB_RANDR_NOTIFY) {
            return .screenChanged
        }
        if kind == extensions[.keyboard]?.firstEvent {
            // All events of the keyboard extension have one number, and their kind in the second byte.
            switch event.read(as: xcb_generic_event_t.self, { Int32($0.pad0) }) {
            case XCB_XKB_NEW_KEYBOARD_NOTIFY, XCB_XKB_MAP_NOTIFY: return .keyboardMappingChanged
            case XCB_XKB_STATE_NOTIFY:
                return event.read(as: xcb_xkb_state_notify_event_t.self) { state in
                    .modifiersChanged(UInt16(state.mods) | UInt16(state.group & 3) << 13)
                }
            default: break
            }
        }
        return .other(kind)
    }

    private static func generic(
        _ event: borrowing X11Reply<xcb_generic_event_t>,
        on connection: X11Connection
    ) -> X11Event {
        let (opcode, kind) = event.read(as: xcb_ge_generic_event_t.self) { ($0.extension, Int32($0.event_type)) }
        guard opcode == connection.extensions[.input]?.majorOpcode else { return .other(UInt8(XCB_GE_GENERIC)) }
        switch kind {
        case XCB_INPUT_RAW_KEY_PRESS, XCB_INPUT_RAW_KEY_RELEASE:
            return event.read(as: xcb_input_raw_key_press_event_t.self) { key in
                .rawKey(
                    RawKeyEvent(
                        direction: kind == XCB_INPUT_RAW_KEY_PRESS ? .down : .up,
                        keycode: UInt8(truncatingIfNeeded: key.detail),
                        isRepeat: key.flags & XCB_INPUT_KEY_EVENT_FLAGS_KEY_REPEAT.rawValue != 0,
                        time: X11Time(milliseconds: key.time)
                    )
                )
            }
        case XCB_INPUT_RAW_BUTTON_PRESS, XCB_INPUT_RAW_BUTTON_RELEASE:
            return event.read(as: xcb_input_raw_button_press_event_t.self) { button in
                .rawButton(
                    RawButtonEvent(
                        direction: kind == XCB_INPUT_RAW_BUTTON_PRESS ? .down : .up,
                        button: UInt8(truncatingIfNeeded: button.detail),
                        time: X11Time(milliseconds: button.time)
                    )
                )
            }
        case XCB_INPUT_RAW_MOTION:
            return event.read(as: xcb_input_raw_button_press_event_t.self) { motion in
                .rawMotion(time: X11Time(milliseconds: motion.time))
            }
        default: return .other(UInt8(XCB_GE_GENERIC))
        }
    }
}

extension X11Reply<xcb_generic_event_t> {
    /// Reads the event as what its kind says that it is.
    func read<Kind, Result>(as kind: Kind.Type, _ body: (Kind) -> Result) -> Result {
        // SAFETY: libxcb allocates at least 32 bytes for an event, as the protocol has it, and all of a longer one.
        // The kinds that are read here are plain structures of integers which are no longer than that.
        unsafe pointer.withMemoryRebound(to: Kind.self, capacity: 1) { unsafe body($0.pointee) }
    }
}
