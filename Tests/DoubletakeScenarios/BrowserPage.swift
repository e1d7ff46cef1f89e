import Foundation

/// A page with a film that a browser plays, and what the page says of it.
enum BrowserPage {
    /// How quiet a tone is, in decibels below full scale, that isn't heard.
    private static let silence = -60.0

    private struct Answer: Decodable {
        let failure: String?
        let duration: Double?
        let seeks: [Double]?
        let levels: [Double?]?
    }

    /// The page: it seeks, plays on with an ear on the tones, writes what it found to the log, and closes itself.
    static func text(film path: String, tones: [SteadyTone], seekTarget: Double) -> String {
        """
        <!DOCTYPE html><meta charset="utf-8"><video id="film" src="file://\(path)" preload="auto"></video>
        <script>
        const film = document.getElementById("film");
        const say = (answer) => { console.log("ANSWER" + JSON.stringify(answer) + "END"); window.close(); };
        const happens = (event) => new Promise((done) => film.addEventListener(event, done, { once: true }));
        const seek = (time) => { const end = happens("seeked"); film.currentTime = time; return end; };
        film.onerror = () => say({ failure: film.error.message });
        const play = async () => {
          const answer = { duration: film.duration, seeks: [] };
          await seek(film.duration - 1);
          answer.seeks.push(film.currentTime - film.duration + 1);
          await seek(\(seekTarget));
          answer.seeks.push(film.currentTime - \(seekTarget));
          const context = new AudioContext();
          const ear = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
          const deaf = new GainNode(context, { gain: 0 });
          context.createMediaElementSource(film).connect(ear).connect(deaf).connect(context.destination);
          await film.play();
          while (film.currentTime < \(seekTarget) + 1) await happens("timeupdate");
          const levels = new Float32Array(ear.frequencyBinCount);
          ear.getFloatFrequencyData(levels);
          answer.levels = [\(tones.map { "\($0.frequency)" }.joined(separator: ", "))].map((frequency) => {
            const middle = Math.round(frequency * ear.fftSize / context.sampleRate);
            return Math.max(...levels.slice(middle - 2, middle + 3));
          });
          film.pause();
          await seek(film.duration - 0.5);
          const end = happens("ended");
          await film.play();
          await end;
          say(answer);
        };
        film.onloadedmetadata = () => play().catch((error) => say({ failure: String(error) }));
        </script>
        """
    }

    /// What the page said.
    static func played(saying log: String) throws -> FilmPlayer.Played {
        let parts = log.components(separatedBy: "ANSWER")
        guard parts.count > 1, let text = parts[1].components(separatedBy: "END").first else {
            throw FilmPlayer.Failure(description: "the page said nothing: \(log.suffix(500))")
        }
        let answer = try JSONDecoder().decode(Answer.self, from: Data(text.utf8))
        guard let duration = answer.duration, let seeks = answer.seeks, let levels = answer.levels else {
            throw FilmPlayer.Failure(description: "the film was not played: \(answer.failure ?? "no word why")")
        }
        return FilmPlayer.Played(
            duration: duration,
            seekError: seeks.map(abs).max() ?? .infinity,
            heard: levels.map { ($0 ?? -.infinity) > silence }
        )
    }
}
