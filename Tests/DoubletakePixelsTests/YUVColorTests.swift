import DoubletakePixels
import Testing

struct YUVColorTests {
    @Test(
        "The primaries and their mixtures have the values that BT.709 gives them",
        arguments: [
            (red: 0, green: 0, blue: 0, expected: "16,128,128"),
            (red: 255, green: 255, blue: 255, expected: "235,128,128"),
            (red: 255, green: 0, blue: 0, expected: "63,102,240"),
            (red: 0, green: 255, blue: 0, expected: "173,42,26"),
            (red: 0, green: 0, blue: 255, expected: "32,240,118"),
            (red: 0, green: 255, blue: 255, expected: "188,154,16"),
            (red: 255, green: 0, blue: 255, expected: "78,214,230"),
            (red: 255, green: 255, blue: 0, expected: "219,16,138"),
        ] as [(red: UInt8, green: UInt8, blue: UInt8, expected: String)]
    )
    func primaries(red: UInt8, green: UInt8, blue: UInt8, expected: String) {
        #expect(YUVColor(red: red, green: green, blue: blue).description == expected)
    }

    @Test("Grey has no colour, and black is grey")
    func grey() {
        for level in UInt8.min...UInt8.max {
            let color = YUVColor(red: level, green: level, blue: level)
            #expect(color.cb == 128 && color.cr == 128)
        }
        #expect(YUVColor.black == YUVColor(red: 0, green: 0, blue: 0))
    }

    @Test("Every colour is the real number rounded")
    func rounding() {
        let levels = stride(from: 0, through: 255, by: 15).map { UInt8($0) }
        for red in levels {
            for green in levels {
                for blue in levels {
                    let color = YUVColor(red: red, green: green, blue: blue)
                    let reference = ReferenceColor(Pixel(blue: blue, green: green, red: red))
                    let isRight =
                        isRounded(color.luma, from: reference.luma)
                        && isRounded(color.cb, from: reference.cb)
                        && isRounded(color.cr, from: reference.cr)
                    if !isRight { Issue.record("\(red),\(green),\(blue) became \(color)") }
                }
            }
        }
    }
}
