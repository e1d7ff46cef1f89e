import Testing

@testable import DoubletakeMedia

@Suite struct MountTableTests {
    private static let table = MountTable(
        text: """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            80 22 8:17 / /media/STICK rw,nosuid,nodev shared:40 master:2 - vfat /dev/sdb1 rw,fmask=0022
            81 22 259:70000 / /media/CARD rw - msdos /dev/nvme1n1p1 rw
            82 22 0:52 /a\\040b /mnt/x rw - tmpfs tmpfs rw
            83 22
            84 22 0:53 / /mnt/y rw shared:9 -
            """
    )

    /// A device number as the kernel makes it of its two halves.
    private func device(_ major: UInt64, _ minor: UInt64) -> UInt64 {
        (major & 0xfff) << 8 | (major & ~0xfff) << 32 | minor & 0xff | (minor & ~0xff) << 12
    }

    @Test("A file on FAT is no larger than its 32 bits can say; other file systems hold what the disk does")
    func largestFiles() {
        let found = [(8, 17), (259, 70_000), (8, 1), (0, 52), (0, 53), (9, 9)].map { major, minor in
            Self.table.largestFile(onDevice: device(major, minor))
        }
        #expect(found == [4_294_967_295, 4_294_967_295, nil, nil, nil, nil])
    }

    @Test("This process has a table")
    func current() {
        #expect(MountTable.current().largestFile(onDevice: .max) == nil)
    }
}
