package import DoubletakeMedia

/// How loud and how turned a track is shown, as its header says (ISO/IEC 14496-12, 8.3.2); what is nil stays as it was.
package struct TrackAppearance: Hashable, Sendable {
    /// Where a point of the picture is shown: `x' = a x + c y + x`, `y' = b x + d y + y`.
    package struct Matrix: Hashable, Sendable {
        let a, b, c, d, x, y: Double

        /// Creates a matrix.
        package init(a: Double, b: Double, c: Double, d: Double, x: Double, y: Double) {
            self.a = a
            self.b = b
            self.c = c
            self.d = d
            self.x = x
            self.y = y
        }
    }

    /// 1 is as it is.
    package var volume: Double?
    /// How pictures are turned and moved.
    package var matrix: Matrix?
    /// The size in which pictures are shown before they are turned.
    package var size: PixelSize?

    /// Creates an appearance; by default nothing changes.
    package init(volume: Double? = nil, matrix: Matrix? = nil, size: PixelSize? = nil) {
        self.volume = volume
        self.matrix = matrix
        self.size = size
    }

    /// The end of a Track Header Box, from behind its duration, with these values in it.
    func applied(to rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        // 8 bytes reserved, layer, alternate group, volume at 12, 2 bytes reserved, the matrix at 16, the size at 52.
        guard rest.count >= 60 else { return rest }
        var writer = BoxWriter()
        writer.append(rest)
        if let volume {
            // 8.8 bits, and two reserved bytes behind.
            writer.replaceUInt32(at: 12, with: UInt32(UInt16(clamping: Int((volume * 256).rounded()))) << 16)
        }
        if let matrix {
            let numbers = [matrix.a, matrix.b, 0, matrix.c, matrix.d, 0, matrix.x, matrix.y]
            for (place, number) in numbers.enumerated() {
                writer.replaceUInt32(at: 16 + 4 * place, with: Self.fixedPoint(number))
            }
            // The last number has 2.30 bits.
            writer.replaceUInt32(at: 48, with: 1 << 30)
        }
        if let size {
            writer.replaceUInt32(at: 52, with: Self.fixedPoint(Double(size.width)))
            writer.replaceUInt32(at: 56, with: Self.fixedPoint(Double(size.height)))
        }
        return writer.bytes[...]
    }

    /// A number in 16.16 bits.
    private static func fixedPoint(_ number: Double) -> UInt32 {
        UInt32(bitPattern: Int32(clamping: Int((number * 65_536).rounded())))
    }
}
