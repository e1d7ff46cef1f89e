import Doubletake
import DoubletakeCapture
import DoubletakeMedia
import DoubletakeTestSupport
import DoubletakeX11
import DoubletakeXCB

/// Screens of all depths, read in all ways, whole and in part: each pixel of the film is the screen's.
package struct PixelsScenario: Scenario {
    /// A way in which the recorder gets at the pixels.
    private enum Way: String {
        case sharedMemory = "shared memory"
        case socket = "no shared memory"
        case remote = "over TCP"

        var options: [String] {
            switch self {
            case .sharedMemory: []
            case .socket: ["-extension", "MIT-SHM"]
            case .remote: ["-listen", "tcp", "-ac"]
            }
        }
    }

    private struct Row {
        let depth: Int
        let way: Way
        let regions: [PixelRect]
    }

    /// Odd in both directions, so that there is a half chroma sample at two edges.
    private static let size = PixelSize(width: 321, height: 203)
    private static let fieldSize = PixelSize(width: 640, height: 360)
    /// How far from another colour a field is flat: further than an encoder's filters reach.
    private static let fieldInset = 16

    private static let regions = [
        PixelRect(size), PixelRect(x: 20, y: 10, width: 160, height: 120),
        PixelRect(x: 33, y: 17, width: 151, height: 99),
        PixelRect(x: -31, y: 11, width: 120, height: 80), PixelRect(x: 250, y: 40, width: 111, height: 80),
        PixelRect(x: 40, y: -7, width: 120, height: 91), PixelRect(x: 41, y: 160, width: 120, height: 80),
    ]

    private let rows: [Row]

    /// Describes the scenario.
    package init(_ form: ScenarioForm) {
        if form == .short {
            rows = [
                Row(depth: 24, way: .sharedMemory, regions: [Self.regions[3]]),
                Row(depth: 16, way: .socket, regions: [Self.regions[0]]),
                Row(depth: 8, way: .sharedMemory, regions: [Self.regions[2]]),
            ]
        } else {
            rows =
                [8, 15, 16, 24, 30].flatMap { depth in
                    [Way.sharedMemory, .socket].map { Row(depth: depth, way: $0, regions: Self.regions) }
                } + [Row(depth: 24, way: .remote, regions: Self.regions)]
        }
    }

    package func run(tool: String) throws -> ScenarioReport {
        var report = ScenarioReport()
        for row in rows {
            let name = "\(row.depth) bits, \(row.way.rawValue)"
            report.add(try run(row, tool: tool), as: name)
        }
        report.add(try runFields(tool: tool), as: "flat fields at the usual quality")
        return report
    }

    private func run(_ row: Row, tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.size, depth: row.depth, options: row.way.options)
        let client = try X11TestClient(desktop.screen)
        let screen = PaintedScreen(size: Self.size, seed: UInt64(row.depth))
        // Where the pointer is must not matter.
        try client.movePointer(x: 100, y: 60)
        let display = row.way == .remote ? "127.0.0.1\(desktop.screen.display)" : desktop.screen.display
        var (film, canvas) = (ReferencePicture.Difference(), ReferencePicture.Difference())
        var report = ScenarioReport()
        for region in row.regions {
            // What the sign of a recording has covered, nobody draws again.
            try screen.draw(on: client)
            let reference = try screen.reference(of: region, on: client)
            let drawn = try ScreenCanvas.picture(of: region, on: display)
            canvas.formUnion(reference.difference(from: drawn))
            let path = desktop.file("region.mp4")
            let words = ["--region", "\(region)", "--no-cursor", "--crf", "1"]
            let picture = try desktop.recordedPicture(words, display: display, path: path)
            film.formUnion(reference.difference(from: picture))
            if region == row.regions.first { try addTags(of: path, to: &report) }
        }
        report.add("canvas off by", canvas.largest, atMost: 1)
        report.add("luma off by", film.luma, atMost: 2)
        report.add("chroma off by", film.chroma, atMost: 2)
        if row.way == .sharedMemory { report.add("every way reads the same", isTrue: try readsTheSame(client)) }
        return report
    }

    private func addTags(of path: String, to report: inout ScenarioReport) throws {
        let stream = try MediaProbe(path).videoStreams.first
        let tags = [stream?.colorSpace, stream?.colorTransfer, stream?.colorPrimaries, stream?.colorRange]
        report.add("tags", tags.map { $0 ?? "none" }, wanted: ["bt709", "bt709", "bt709", "tv"])
    }

    /// Whether the pixels are the same bytes, whether they come by a descriptor, by System V's memory, or by the socket.
    private func readsTheSame(_ client: X11TestClient) throws -> Bool {
        let connection = client.connection
        let ways: [[X11ImageReader.Transport]] = [[.passedDescriptor], [.systemV], []]
        let rects = [PixelRect(Self.size), PixelRect(x: 33, y: 17, width: 151, height: 99)]
        var found: [[UInt8]] = []
        for way in ways {
            let reader = try X11ImageReader(connection, largest: Self.size, trying: way)
            guard reader.transport == way.first ?? .socket else { return false }
            var bytes: [UInt8] = []
            let bitsPerPixel = connection.screen.pixelFormat.bitsPerPixel
            try reader.read(rects, of: connection.screen.root) { index, span, bytesPerRow in
                for row in 0..<rects[index].height {
                    for column in 0..<rects[index].width * bitsPerPixel / 8 {
                        // SAFETY: the span checks its bounds, and a byte is a valid UInt8 whatever it is.
                        bytes.append(unsafe span.unsafeLoad(fromByteOffset: row * bytesPerRow + column, as: UInt8.self))
                    }
                }
            }
            found.append(bytes)
        }
        return found.allSatisfy { $0 == found.first }
    }

    private func runFields(tool: String) throws -> ScenarioReport {
        let desktop = try PrivateDesktop(tool: tool, size: Self.fieldSize)
        let client = try X11TestClient(desktop.screen)
        let screen = PaintedScreen(fieldsOfSize: Self.fieldSize)
        try screen.draw(on: client)
        let reference = try screen.reference(of: PixelRect(Self.fieldSize), on: client)
        let path = desktop.file("fields.mp4")
        let words = ["--region", "\(PixelRect(Self.fieldSize))", "--no-cursor"]
        let picture = try desktop.recordedPicture(words, display: desktop.screen.display, path: path)
        var found = ReferencePicture.Difference()
        let (width, height) = (Self.fieldSize.width / 4, Self.fieldSize.height / 3)
        for index in 0..<12 {
            let field = PixelRect(
                x: index % 4 * width + Self.fieldInset,
                y: index / 4 * height + Self.fieldInset,
                width: width - 2 * Self.fieldInset,
                height: height - 2 * Self.fieldInset
            )
            found.formUnion(reference.difference(from: picture, in: field))
        }
        var report = ScenarioReport()
        report.add("luma off by", found.luma, atMost: 2)
        report.add("chroma off by", found.chroma, atMost: 2)
        return report
    }
}
