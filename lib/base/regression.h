// Whether a measurement is slower than an earlier one, of the same thing by another build.
//
// Runs that follow each other are disturbed together (another process, the processor's clock), so
// their number says little about how well their median is known. Therefore a measurement is cut
// into rounds of neighbouring runs, and only the medians of rounds are compared:
//
//   slowdown  of the median round, or of the fastest round, whichever is less: a disturbance makes
//             some rounds slower, a slower build makes all of them so
//   noise     kNoiseFactor deviations of the difference between one round of each measurement. It
//             does not shrink with the number of rounds, since two processes differ in what a
//             process keeps for its life (where its memory lies, when it ran), which no number of
//             rounds within one shows
//
// There is a regression where the slowdown is above the threshold and above the noise.

#pragma once

#include <span>
#include <vector>

namespace graphrun {

// Medians of up to kRounds parts of equal length, in order; each sample by itself where there are
// fewer. Never more than there are samples.
std::vector<double> round_medians(std::span<const double> samples);

struct Slowdown {
  double part = 0;   // 0.05: takes 5 % longer; negative: is faster
  double noise = 0;  // likewise; infinite where there are too few rounds to tell

  bool exceeds(double threshold) const { return part > threshold && part > noise; }
};

// REQUIRES: neither is empty, and all times are greater than 0.
Slowdown slowdown(std::span<const double> rounds_before, std::span<const double> rounds_now);

}  // namespace graphrun
