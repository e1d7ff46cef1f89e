import Glibc

/// How pure a tone is.
package struct ToneQuality {
    /// What isn't the tone, against the tone, in decibels: its THD+N.
    package let distortion: Double
    /// By what part of itself its frequency is higher than was said.
    package let detuning: Double

    /// Fits a tone to a run of samples.
    ///
    /// The fit is by least squares to a cosine and a sine, to how both grow over the run (which is how a slightly other
    /// frequency shows), and to a constant.
    ///
    /// - Parameter turnsPerSample: its frequency, nearly.
    package init(of samples: [Float], turnsPerSample: Double) {
        // The growth stands for another frequency only while that is near, so what is left is fitted once more.
        let first = Self.fit(samples, turnsPerSample)
        let second = Self.fit(samples, turnsPerSample * (1 + first.detuning))
        distortion = second.distortion
        detuning = (1 + first.detuning) * (1 + second.detuning) - 1
    }

    private static func fit(_ samples: [Float], _ turnsPerSample: Double) -> (distortion: Double, detuning: Double) {
        let rows = samples.indices.map { number in
            let place = 2 * Double(number) / Double(samples.count) - 1
            let angle = 2 * .pi * turnsPerSample * Double(number)
            let (cosine, sine) = (cos(angle), sin(angle))
            return [cosine, sine, place * cosine, place * sine, 1, Double(samples[number])]
        }
        var sums = [[Double]](repeating: [Double](repeating: 0, count: 6), count: 5)
        for row in rows {
            for first in 0..<5 {
                for second in 0..<6 { sums[first][second] += row[first] * row[second] }
            }
        }
        let fit = solve(sums)
        let rest = rows.reduce(0.0) { sum, row in
            let error = row[5] - (0..<5).reduce(0.0) { $0 + fit[$1] * row[$1] }
            return sum + error * error
        }
        let (cosine, sine) = (fit[0], fit[1])
        let power = cosine * cosine + sine * sine
        // The angle that the tone gains from the middle of the run to its end.
        let gained = (sine * fit[2] - cosine * fit[3]) / power
        return (
            10 * log10(rest / Double(samples.count) / (power / 2)),
            gained / (Double(samples.count) / 2) / (2 * .pi * turnsPerSample)
        )
    }

    /// Solves linear equations, each with its right side at the end, by elimination.
    private static func solve(_ equations: [[Double]]) -> [Double] {
        var rows = equations
        for pivot in rows.indices {
            for other in rows.indices where other != pivot {
                let factor = rows[other][pivot] / rows[pivot][pivot]
                for column in rows[other].indices { rows[other][column] -= factor * rows[pivot][column] }
            }
        }
        return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
    }
}
