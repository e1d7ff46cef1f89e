import CXCB
package import DoubletakeMedia

/// Reads what is on the screen, in the fastest way that the server allows.
///
/// One thread uses it at a time: that of its connection.
@safe
package final class X11ImageReader {
    // @safe: replies are read while they are held.

    /// How pixels come from the server.
    package enum Transport: Hashable, Sendable, CustomStringConvertible {
        /// Through memory that the server made and passed to us.
        case passedDescriptor
        /// Through System V's shared memory.
        case systemV
        /// Through the connection itself: the only way from another machine, and five to ten times as slow.
        case socket

        /// What to tell somebody who operates it.
        package var description: String {
            switch self {
            case .passedDescriptor: "shared memory, passed as a descriptor"
            case .systemV: "System V shared memory"
            case .socket: "the connection, without shared memory"
            }
        }
    }

    /// The way that was chosen.
    package let transport: Transport
    /// Why the faster ways were not, the fastest first.
    package let refusals: [X11Error]

    private let connection: X11Connection
    private let segment: SharedImageSegment?
    private let pixelFormat: X11PixelFormat

    /// Where a rectangle's rows begin in the segment: for every vector instruction, at a multiple of its width.
    private static let alignment = 64

    /// Finds the fastest way by trying, since a server may have the extension and be on another machine.
    ///
    /// - Parameters:
    ///   - connection: the server's; the reader is used on its thread.
    ///   - largest: the largest size that will be read.
    ///   - pixelFormat: how the pixels lie of what will be read; nil for the screen's own.
    ///   - transports: the ways that may be tried before the connection itself.
    /// - Throws: when nothing can be read at all.
    package init(
        _ connection: X11Connection,
        largest: PixelSize,
        pixelFormat: X11PixelFormat? = nil,
        trying transports: [Transport] = [.passedDescriptor, .systemV]
    ) throws(X11Error) {
        self.connection = connection
        let pixelFormat = pixelFormat ?? connection.screen.pixelFormat
        self.pixelFormat = pixelFormat
        let byteCount = pixelFormat.bytesPerRow(width: largest.width) * largest.height
        var refusals: [X11Error] = []
        var segment: SharedImageSegment?
        for transport in transports where segment == nil {
            guard let origin = transport.origin else { continue }
            do throws(X11Error) {
                let made = try SharedImageSegment(connection, byteCount: byteCount + Self.alignment, origin: origin)
                try Self.probe(made, connection)
                segment = made
            } catch {
                refusals.append(error)
            }
        }
        self.segment = segment
        self.refusals = refusals
        transport = Transport(segment?.origin)
        if segment == nil {
            let pixel = PixelRect(PixelSize(width: 1, height: 1))
            try readBySocket(pixel, of: connection.screen.root) { _, _ in }
        }
    }

    /// Whether the screen's pixels can be read at all; a server that has no screen of its own refuses.
    ///
    /// The corresponding C function is `xcb_get_image`.
    package static func canRead(_ connection: X11Connection) throws(X11Error) -> Bool {
        do throws(X11Error) {
            _ = try X11ImageReader(connection, largest: PixelSize(width: 1, height: 1), trying: [])
            return true
        } catch {
            if case .requestFailed = error { return false }
            throw error
        }
    }

    private static func probe(_ segment: SharedImageSegment, _ connection: X11Connection) throws(X11Error) {
        let pixel = PixelRect(PixelSize(width: 1, height: 1))
        let cookie = request(pixel, of: connection.screen.root, into: segment, at: 0, connection)
        try receive(cookie, connection)
    }

    /// Reads rectangles, and lends the rows of each to `body` in their order.
    ///
    /// - Parameters:
    ///   - rectangles: wholly inside of the window and of the screen, none larger than was said at the beginning.
    ///   - drawable: the window, or the root.
    ///   - body: gets a rectangle's index, its rows and how far apart they are in bytes; the pixels lie as the
    ///     reader was told.
    package func read(
        _ rectangles: [PixelRect],
        of drawable: X11ID,
        _ body: (_ index: Int, RawSpan, _ bytesPerRow: Int) -> Void
    ) throws(X11Error) {
        guard let segment else {
            for (index, rectangle) in rectangles.enumerated() {
                try readBySocket(rectangle, of: drawable) { bytes, bytesPerRow in body(index, bytes, bytesPerRow) }
            }
            return
        }
        var next = 0
        while next < rectangles.count {
            // As many as fit are asked for before the first answer is waited for.
            var places: [Place] = []
            var end = 0
            while next < rectangles.count {
                let rectangle = rectangles[next]
                let byteCount = pixelFormat.bytesPerRow(width: rectangle.width) * rectangle.height
                if end + byteCount > segment.byteCount, !places.isEmpty { break }
                places.append(Place(index: next, rectangle: rectangle, bytes: end..<end + byteCount))
                end = (end + byteCount + Self.alignment - 1) / Self.alignment * Self.alignment
                next += 1
            }
            try readBySegment(places, of: drawable, segment, body)
        }
    }

    /// Where a rectangle's rows come to lie in the segment.
    private struct Place {
        let index: Int
        let rectangle: PixelRect
        let bytes: Range<Int>
    }

    /// The corresponding C function is `xcb_shm_get_image`.
    private func readBySegment(
        _ places: [Place],
        of drawable: X11ID,
        _ segment: SharedImageSegment,
        _ body: (_ index: Int, RawSpan, _ bytesPerRow: Int) -> Void
    ) throws(X11Error) {
        let cookies = places.map { place in
            Self.request(place.rectangle, of: drawable, into: segment, at: place.bytes.lowerBound, connection)
        }
        var failure: X11Error?
        for (place, cookie) in zip(places, cookies) {
            do throws(X11Error) {
                // Every answer is taken, also after one that was an error.
                try Self.receive(cookie, connection)
                guard failure == nil else { continue }
                segment.withBytes(place.bytes) { bytes in
                    body(place.index, bytes, pixelFormat.bytesPerRow(width: place.rectangle.width))
                }
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private static func request(
        _ rectangle: PixelRect,
        of drawable: X11ID,
        into segment: SharedImageSegment,
        at offset: Int,
        _ connection: X11Connection
    ) -> xcb_shm_get_image_cookie_t {
        unsafe xcb_shm_get_image(
            connection.pointer,
            drawable.rawValue,
            Int16(rectangle.x),
            Int16(rectangle.y),
            UInt16(rectangle.width),
            UInt16(rectangle.height),
            allPlanes,
            UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue),
            segment.id.rawValue,
            UInt32(offset)
        )
    }

    private static func receive(
        _ cookie: xcb_shm_get_image_cookie_t,
        _ connection: X11Connection
    ) throws(X11Error) {
        _ = try unsafe connection.reply(to: "ShmGetImage") { connection, failure in
            unsafe xcb_shm_get_image_reply(connection, cookie, failure)
        }
    }

    /// The corresponding C function is `xcb_get_image`.
    private func readBySocket(
        _ rectangle: PixelRect,
        of drawable: X11ID,
        _ body: (RawSpan, _ bytesPerRow: Int) -> Void
    ) throws(X11Error) {
        let answer = try unsafe connection.reply(to: "GetImage") { connection, failure in
            let cookie = unsafe xcb_get_image(
                connection,
                UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue),
                drawable.rawValue,
                Int16(rectangle.x),
                Int16(rectangle.y),
                UInt16(rectangle.width),
                UInt16(rectangle.height),
                allPlanes
            )
            return unsafe xcb_get_image_reply(connection, cookie, failure)
        }
        // SAFETY: the pixels lie behind the reply, which is held, with the length that libxcb says.
        let bytes = unsafe RawSpan(
            _unsafeStart: xcb_get_image_data(answer.pointer),
            byteCount: Int(xcb_get_image_data_length(answer.pointer))
        )
        body(bytes, pixelFormat.bytesPerRow(width: rectangle.width))
    }
}

extension X11ImageReader.Transport {
    fileprivate init(_ origin: SharedImageSegment.Origin?) {
        self =
            switch origin {
            case .passedDescriptor: .passedDescriptor
            case .systemV: .systemV
            case nil: .socket
            }
    }

    fileprivate var origin: SharedImageSegment.Origin? {
        switch self {
        case .passedDescriptor: .passedDescriptor
        case .systemV: .systemV
        case .socket: nil
        }
    }
}

/// Every bit of a pixel.
private let allPlanes = UInt32.max
