import Foundation
import Glibc

/// How much of the processors' time programs have taken.
struct ProcessorTime {
    /// Why it isn't known.
    struct Failure: Error {
        let processIdentifier: Int32
    }

    /// The processes that are added up.
    let processIdentifiers: [Int32]

    /// The time until now, in seconds: in the program and for it in the kernel, with all of its threads.
    func seconds() throws -> Double {
        try processIdentifiers.map { identifier in
            let text = try String(contentsOfFile: "/proc/\(identifier)/stat", encoding: .utf8)
            // The program's name comes before, in brackets, and may have blanks in it. proc(5) numbers what follows
            // from 3; 14 and 15 are the times in the program and in the kernel.
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst()
            let times = fields.dropFirst(11).prefix(2).compactMap { Double($0) }
            guard times.count == 2 else { throw Failure(processIdentifier: identifier) }
            return (times[0] + times[1]) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }.reduce(0, +)
    }

    /// The time that each of a process's living threads has taken until now, in seconds: summed up by their names.
    static func secondsByThread(of process: Int32) throws -> [String: Double] {
        var seconds: [String: Double] = [:]
        for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task") {
            let folder = "/proc/\(process)/task/\(thread)"
            let name = try String(contentsOfFile: "\(folder)/comm", encoding: .utf8).prefix { $0 != "\n" }
            // The kernel's scheduler statistics: the first number is the time on a processor, in nanoseconds.
            let text = try String(contentsOfFile: "\(folder)/schedstat", encoding: .utf8)
            guard let time = text.split(separator: " ").first.flatMap({ Double($0) }) else {
                throw Failure(processIdentifier: process)
            }
            seconds[String(name), default: 0] += time / 1e9
        }
        return seconds
    }

    /// The time that all programs of the machine have taken until now, in seconds.
    static func secondsOfAll() throws -> Double {
        // proc(5): user, nice, system, idle, iowait, irq, softirq, steal; steal is what other machines took from this one.
        let line = try String(contentsOfFile: "/proc/stat", encoding: .utf8).prefix { $0 != "\n" }
        let ticks = line.split(separator: " ").dropFirst().compactMap { Double($0) }
        guard ticks.count >= 8 else { throw Failure(processIdentifier: 0) }
        let busy = ticks[0...2].reduce(0, +) + ticks[5...7].reduce(0, +)
        return busy / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
