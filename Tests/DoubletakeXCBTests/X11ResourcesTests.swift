import DoubletakeXCB
import Testing

@Suite struct X11ResourcesTests {
    @Test(
        "The scale is that of Xft.dpi in quarters, from 1 to 4, and 1 where nothing is said",
        arguments: [
            ("Xft.dpi:\t96\n", 1.0), ("Xcursor.size: 24\nXft.dpi: 192\n", 2), ("Xft.dpi:144", 1.5), ("", 1),
            ("Xft.dpi: 120\n", 1.25), ("Xft.dpi: 72\n", 1), ("Xft.dpi: 9600\n", 4), ("Xft.dpi: large\n", 1),
            ("Xft.dpi: nan\nbroken line", 1),
        ]
    )
    func scale(text: String, scale: Double) {
        #expect(X11Resources(text).scale == scale)
    }
}
