/// What the kernel says of the mounted file systems (`/proc/self/mountinfo`, see proc(5)).
struct MountTable {
    /// FAT keeps sizes in 32 bits.
    private static let largestFiles: [String: Int64] = ["vfat": (1 << 32) - 1, "msdos": (1 << 32) - 1]

    private let text: String

    /// Reads a table's text.
    init(text: String) {
        self.text = text
    }

    /// The table of this process.
    ///
    /// Where there is none, nothing is known of any file system.
    static func current() -> MountTable {
        do throws(SystemCallError) {
            let file = try FileStorage(path: "/proc/self/mountinfo", access: .readOnly)
            return MountTable(text: String(decoding: try file.read(at: 0, count: longestTable), as: UTF8.self))
        } catch {
            return MountTable(text: "")
        }
    }

    /// Shorter, and a machine with thousands of containers has mounts that are not found.
    private static let longestTable = 4 << 20

    /// The largest file that a file system can hold, where that is less than a disk: by its device number.
    func largestFile(onDevice device: UInt64) -> Int64? {
        let (major, minor) = (device >> 8 & 0xfff | device >> 32 & ~0xfff, device & 0xff | device >> 12 & ~0xff)
        let number = "\(major):\(UInt32(truncatingIfNeeded: minor))"
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            // The type follows a lone hyphen, before which there may be any number of optional fields.
            guard fields.count > 6, fields[2] == number, let hyphen = fields[6...].firstIndex(of: "-"),
                hyphen + 1 < fields.count
            else { continue }
            return Self.largestFiles[String(fields[hyphen + 1])]
        }
        return nil
    }
}
