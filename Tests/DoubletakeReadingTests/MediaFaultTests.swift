import DoubletakeMedia
import Testing

@testable import DoubletakeReading

@Suite struct MediaFaultTests {
    private static let sound = (
        AudioFormat(sampleRate: 44_100, channelCount: 1), AudioFormat(sampleRate: 48_000, channelCount: 2)
    )

    private static let table: [(MediaFault, code: String, track: Int?, message: String)] = [
        (.unreadable(reason: "Invalid data"), "unreadable", nil, "it can't be read: Invalid data"),
        (
            .damagedBoxes(reason: "it is cut off at byte 9", help: "Copy it."), "damaged_boxes", nil,
            "it is cut off at byte 9"
        ),
        (.unfinished, "unfinished", nil, "it is unfinished: its recording was interrupted, or goes on"),
        (.noTracks, "no_tracks", nil, "it has neither pictures nor sound"),
        (.emptyTrack(1), "empty_track", 1, "track 2 is empty"),
        (.undecodable(reason: "Invalid data"), "undecodable", nil, "it can't be decoded: Invalid data"),
        (
            .timesDontIncrease(0, first: .milliseconds(1_250), count: 3), "times_dont_increase", 0,
            "track 1 has times that don't increase, the first at 1.25 s: 3"
        ),
        (
            .lengthsDiffer(shortest: 1, .seconds(4), longest: 0, .milliseconds(5_123)), "lengths_differ", nil,
            "track 2 ends at 4.0 s, track 1 at 5.123 s"
        ),
        (
            .pictureCountDiffers(0, packetCount: 30, pictureCount: 29), "frame_count_differs", 0,
            "track 1 has 30 packets, but 29 pictures"
        ),
        (.blackBeginning(0, until: .milliseconds(40)), "black_beginning", 0, "track 1 is black until 0.04 s"),
        (.blackBeginning(0, until: nil), "black_beginning", 0, "track 1 is black to its end"),
        (.silentBeginning(1, until: .seconds(3)), "silent_beginning", 1, "track 2 is silent until 3.0 s"),
        (.silentBeginning(1, until: nil), "silent_beginning", 1, "track 2 is silent to its end"),
        (
            .sizeDiffers(
                0, stated: PixelSize(width: 64, height: 48), actual: PixelSize(width: 640, height: 480)),
            "size_differs", 0, "track 1 is said to be 64x48, but is 640x480"
        ),
        (
            .colorDiffers(
                0,
                stated: .bt709Limited,
                actual: ColorDescription(primaries: 6, transfer: 6, matrix: 6, range: .full)
            ),
            "color_differs", 0, "track 1 is said to have the colours 1/1/1 limited, but has 6/6/6 full"
        ),
        (
            .soundDiffers(1, stated: sound.0, actual: sound.1), "sound_differs", 1,
            "track 2 is said to have 1 channels at 44100 Hz, but has 2 channels at 48000 Hz"
        ),
    ]

    @Test("A fault has a word for programs, a sentence for people, and help", arguments: table.indices)
    func messages(index: Int) {
        let (fault, code, track, message) = Self.table[index]
        #expect(fault.code == code)
        #expect(fault.track == track)
        #expect(fault.description == message)
        #expect(fault.help.first?.isUppercase == true && fault.help.last == ".")
    }
}
