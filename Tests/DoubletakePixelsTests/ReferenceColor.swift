import DoubletakePixels

/// A colour in limited-range BT.709 with real numbers, straight from ITU-R BT.709-6.
struct ReferenceColor {
    let luma: Double
    let cb: Double
    let cr: Double

    init(red: Double, green: Double, blue: Double) {
        let redWeight = 0.2126
        let blueWeight = 0.0722
        let grey = redWeight * red + (1 - redWeight - blueWeight) * green + blueWeight * blue
        luma = 16 + 219 * grey / 255
        cb = 128 + 224 * (blue - grey) / (2 * (1 - blueWeight)) / 255
        cr = 128 + 224 * (red - grey) / (2 * (1 - redWeight)) / 255
    }

    init(_ pixel: Pixel) {
        self.init(mean: [pixel])
    }

    /// The colour of the mean of some pixels.
    init(mean pixels: [Pixel]) {
        let count = Double(pixels.count)
        self.init(
            red: pixels.reduce(0) { $0 + Double($1.red) } / count,
            green: pixels.reduce(0) { $0 + Double($1.green) } / count,
            blue: pixels.reduce(0) { $0 + Double($1.blue) } / count
        )
    }
}

/// Whether a sample is the rounded real number, or its neighbour where the number is nearly in the middle of the two.
func isRounded(_ sample: UInt8, from real: Double) -> Bool {
    abs(Double(sample) - min(max(real, 0), 255)) < 0.51
}
