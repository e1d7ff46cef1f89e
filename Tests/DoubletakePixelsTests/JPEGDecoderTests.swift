import DoubletakeMedia
import DoubletakePixels
import Foundation
import Testing

/// JPEGs as cameras make them; what all their kinds look like is checked with a camera's source.
@Suite struct JPEGDecoderTests {
    /// 32x16 pixels of the colour 200, 20, 20, in 4:2:2.
    private static let red: [UInt8] = {
        let text =
            "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU"
            + "FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU"
            + "FBQUFBQUFBT/wAARCAAQACADASEAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF"
            + "BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW"
            + "V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi"
            + "4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC"
            + "AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm"
            + "Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq"
            + "8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD5vor8vP7wCigAooAKKAP/2Q=="
        return Data(base64Encoded: text).map { Array($0) } ?? []
    }()

    private static let size = PixelSize(width: 32, height: 16)

    private func decode(_ bytes: [UInt8], _ strictness: JPEGDecoder.Strictness = .strict) throws -> PixelBuffer {
        var decoder = try JPEGDecoder()
        let picture = PixelBuffer(format: .i420, displaySize: Self.size, color: .bt709Limited)
        // SAFETY: the elements are bytes, so none of the array's bytes is uninitialised padding.
        let span = unsafe bytes.span.bytes
        try decoder.decode(span, strictness, into: picture)
        return picture
    }

    @Test("A JPEG becomes limited-range BT.709")
    func color() throws {
        let picture = try decode(Self.red)
        let expected = ReferenceColor(red: 200, green: 20, blue: 20)
        for (plane, value) in [expected.luma, expected.cb, expected.cr].enumerated() {
            let sample = picture.samples(ofPlane: plane)[3][5]
            #expect(abs(Double(sample) - value) < 3, "plane \(plane)")
        }
    }

    @Test("The size is known before anything is decoded")
    func size() throws {
        let decoder = try JPEGDecoder()
        let red = Self.red
        // SAFETY: as above.
        let span = unsafe red.span.bytes
        let size = try decoder.size(of: span)
        #expect(size == Self.size)
    }

    @Test("What is no JPEG, or has only its beginning, is an error that says so")
    func unreadable() throws {
        let inputs: [[UInt8]] = [[], [0xff], Array(repeating: 7, count: 500), Array(Self.red.prefix(30))]
        for bytes in inputs {
            #expect {
                try decode(bytes)
            } throws: { error in
                guard case JPEGError.unreadable(let reason)? = error as? JPEGError else { return false }
                return !reason.isEmpty
            }
        }
    }

    @Test("A JPEG whose end is missing is damaged, and is shown as far as it goes when that is wanted")
    func cut() throws {
        let bytes = Array(Self.red.dropLast(6))
        #expect {
            try decode(bytes)
        } throws: { error in
            if case JPEGError.damaged? = error as? JPEGError { true } else { false }
        }
        _ = try decode(bytes, .lenient)
    }

    @Test("Whatever byte of a JPEG is changed, it is a picture or an error, and the next one is decoded as before")
    func changed() throws {
        var decoder = try JPEGDecoder()
        let picture = PixelBuffer(format: .i420, displaySize: Self.size, color: .bt709Limited)
        for index in Self.red.indices {
            for value in [0, 0xff, Self.red[index] ^ 0x11] as [UInt8] {
                var bytes = Self.red
                bytes[index] = value
                // SAFETY: as above.
                let span = unsafe bytes.span.bytes
                do throws(JPEGError) {
                    guard try decoder.size(of: span) == Self.size else { continue }
                    try decoder.decode(span, .lenient, into: picture)
                    try decoder.decode(span, .strict, into: picture)
                } catch {}
            }
        }
        let red = Self.red
        // SAFETY: as above.
        try decoder.decode(unsafe red.span.bytes, into: picture)
        #expect(picture.samples(ofPlane: 0) == (try decode(red)).samples(ofPlane: 0))
    }
}
