// swift-tools-version: 6.2
import PackageDescription

// The rooms of the house, from the ground up. docs/ARCHITECTURE.md says what each one is for and which C library it
// alone may import; scripts/lint compares both with the imports that the files really have.

let swiftRules: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

/// A C library of the system: a module map and a small shim, found by pkg-config where it is known there.
func system(_ name: String, pkgConfig: String? = nil, debian: [String]) -> Target {
    .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt(debian)])
}

/// A room of ours, and its tests.
func room(_ name: String, _ dependencies: [String] = [], tests: [String] = []) -> [Target] {
    [
        .target(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: swiftRules),
        .testTarget(
            name: "\(name)Tests",
            dependencies: ([name, "DoubletakeTestSupport"] + dependencies + tests).map { .byName(name: $0) },
            swiftSettings: swiftRules
        ),
    ]
}

let systemTargets: [Target] = [
    system(
        "CFFmpeg",
        pkgConfig: "libavfilter libavformat libavcodec libswresample libavutil",
        debian: ["libavfilter-dev", "libavformat-dev", "libavcodec-dev", "libswresample-dev", "libavutil-dev"]
    ),
    system("CX264", pkgConfig: "x264", debian: ["libx264-dev"]),
    system(
        "CXCB",
        pkgConfig:
            "xcb xcb-shm xcb-composite xcb-damage xcb-xfixes xcb-randr xcb-screensaver xcb-xinput xcb-xkb xcb-xtest",
        debian: [
            "libxcb1-dev", "libxcb-shm0-dev", "libxcb-composite0-dev", "libxcb-damage0-dev", "libxcb-xfixes0-dev",
            "libxcb-randr0-dev", "libxcb-screensaver0-dev", "libxcb-xinput-dev", "libxcb-xkb-dev",
            "libxcb-xtest0-dev",
        ]
    ),
    system("CCairo", pkgConfig: "pangocairo", debian: ["libpango1.0-dev", "libcairo2-dev"]),
    system("CYUV", debian: ["libyuv-dev"]),
    system("CVideo4Linux", debian: ["linux-libc-dev"]),
    system("CLinux", debian: ["linux-libc-dev", "libc6-dev"]),
    system("CPulse", pkgConfig: "libpulse", debian: ["libpulse-dev"]),
    system("CSystemd", pkgConfig: "libsystemd", debian: ["libsystemd-dev"]),
    system("CYAML", pkgConfig: "yaml-0.1", debian: ["libyaml-dev"]),
]

let kernelTargets: [Target] = [
    .target(
        name: "DoubletakeKernels",
        // The kernels are optimised in debug builds too: at -O0 a 1080p picture takes a hundred times as long, and a
        // recorder that can't keep up can't be tested.
        cSettings: [.unsafeFlags(["-O3", "-Wall", "-Wextra", "-Werror"])]
    ),
    .target(
        name: "DoubletakeJPEG",
        cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra", "-Werror"])],
        linkerSettings: [.linkedLibrary("jpeg")]
    ),
]

let roomTargets: [[Target]] = [
    room("DoubletakeMedia", ["CLinux"]),
    room("DoubletakePixels", ["CYUV", "DoubletakeMedia", "DoubletakeKernels", "DoubletakeJPEG"]),
    room("DoubletakeDrawing", ["CCairo", "DoubletakeMedia"]),
    room("DoubletakeISOMedia", ["DoubletakeMedia"], tests: ["DoubletakeFuzz"]),
    room("DoubletakeXCB", ["DoubletakeMedia", "CXCB"]),
    room("DoubletakeCapture", ["DoubletakeMedia", "DoubletakePixels"]),
    room("DoubletakeComposition", ["DoubletakeMedia", "DoubletakePixels", "DoubletakeDrawing"]),
    room(
        "DoubletakeWriting",
        ["DoubletakeMedia", "DoubletakeISOMedia"],
        tests: ["DoubletakeReading", "DoubletakeLibAV", "DoubletakeX264"]
    ),
    room("DoubletakeReading", ["DoubletakeMedia", "DoubletakeISOMedia"]),
    room("DoubletakeControl", ["DoubletakeMedia"]),
    room(
        "DoubletakeLibAV",
        [
            "CFFmpeg", "DoubletakeMedia", "DoubletakeISOMedia", "DoubletakeComposition", "DoubletakeWriting",
            "DoubletakeReading",
        ],
        tests: ["DoubletakeX264"]
    ),
    room("DoubletakeX264", ["CX264", "DoubletakeMedia", "DoubletakeWriting"]),
    room("DoubletakePulseAudio", ["CPulse", "DoubletakeMedia", "DoubletakeCapture"]),
    room("DoubletakeV4L2", ["CVideo4Linux", "DoubletakeMedia", "DoubletakePixels", "DoubletakeCapture"]),
    room(
        "DoubletakeX11",
        [
            "DoubletakeMedia", "DoubletakePixels", "DoubletakeDrawing", "DoubletakeXCB", "DoubletakeCapture",
            "DoubletakeControl",
        ]
    ),
    room(
        "DoubletakePreview",
        [
            "DoubletakeMedia", "DoubletakePixels", "DoubletakeDrawing", "DoubletakeXCB", "DoubletakeCapture",
            "DoubletakeComposition",
        ]
    ),
    room("DoubletakeDesktop", ["CSystemd", "DoubletakeMedia"]),
    room(
        "Doubletake",
        [
            "DoubletakeMedia", "DoubletakePixels", "DoubletakeISOMedia", "DoubletakeCapture", "DoubletakeComposition",
            "DoubletakeWriting", "DoubletakeReading",
            "DoubletakeControl", "DoubletakeLibAV", "DoubletakeX264", "DoubletakePulseAudio",
            "DoubletakeX11", "DoubletakeV4L2", "DoubletakePreview",
        ]
    ),
    room(
        "DoubletakeBatch",
        [
            "CYAML", "DoubletakeMedia", "DoubletakeCapture", "DoubletakeReading", "DoubletakeControl", "DoubletakeX11",
            "Doubletake",
        ]
    ),
    room(
        "DoubletakeCommand",
        [
            "DoubletakeMedia", "DoubletakeCapture", "DoubletakeComposition", "DoubletakeWriting", "DoubletakeReading",
            "DoubletakeControl", "DoubletakePreview", "DoubletakeDesktop", "Doubletake", "DoubletakeBatch",
        ]
    ),
]

let toolTargets: [Target] = [
    .executableTarget(name: "DoubletakeTool", dependencies: ["DoubletakeCommand"], swiftSettings: swiftRules),
    .target(
        name: "DoubletakeTestSupport",
        dependencies: [
            "DoubletakeMedia", "DoubletakePixels", "DoubletakeXCB", "DoubletakeCapture", "DoubletakeWriting",
            "DoubletakeReading",
        ],
        path: "Tests/DoubletakeTestSupport",
        swiftSettings: swiftRules
    ),
    // Cameras without hardware: a program of its own, since it must live on while a test waits in the kernel.
    .executableTarget(
        name: "DoubletakeCameraRig",
        path: "Tests/DoubletakeCameraRig",
        cSettings: [
            .define("_GNU_SOURCE"), .define("_FILE_OFFSET_BITS", to: "64"),
            .unsafeFlags(["-O2", "-Wall", "-Wextra", "-Werror"]),
        ],
        linkerSettings: [.linkedLibrary("fuse3"), .linkedLibrary("turbojpeg")]
    ),
    .target(
        name: "DoubletakeFuzz",
        dependencies: ["DoubletakeMedia", "DoubletakeISOMedia"],
        path: "Tests/DoubletakeFuzz",
        exclude: ["Seeds", "boxes.dict"],
        swiftSettings: swiftRules
    ),
    .target(
        name: "DoubletakeScenarios",
        dependencies: [
            "DoubletakeTestSupport", "DoubletakeMedia", "DoubletakeISOMedia", "DoubletakeXCB", "DoubletakeCapture",
            "DoubletakeComposition", "DoubletakeControl", "DoubletakeWriting", "DoubletakeLibAV", "DoubletakePixels",
            "DoubletakePulseAudio", "DoubletakeX11", "DoubletakeV4L2", "Doubletake",
        ],
        path: "Tests/DoubletakeScenarios",
        swiftSettings: swiftRules
    ),
    .executableTarget(
        name: "DoubletakeAcceptance",
        dependencies: ["DoubletakeScenarios", "DoubletakeMedia", "DoubletakeTestSupport"],
        path: "Tests/DoubletakeAcceptance",
        swiftSettings: swiftRules
    ),
    .testTarget(
        name: "DoubletakeEndToEndTests",
        dependencies: [
            "DoubletakeTool", "DoubletakeTestSupport", "DoubletakeScenarios", "DoubletakeMedia", "DoubletakeXCB",
            "DoubletakeCapture", "DoubletakeReading", "Doubletake",
        ],
        swiftSettings: swiftRules
    ),
]

let package = Package(
    name: "doubletake",
    products: [
        .library(name: "Doubletake", targets: ["Doubletake"]),
        .executable(name: "doubletake", targets: ["DoubletakeTool"]),
    ],
    targets: systemTargets + kernelTargets + roomTargets.flatMap { $0 } + toolTargets
)
