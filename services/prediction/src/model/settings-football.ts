import { eloTerm, from, kalmanTerm, type SportSettings } from "./settings-types.ts";

/** NFL: Elo and Kalman halve each other's errors; the home edge is let drift because it fell after 2018. */
export const nflSettings: SportSettings = {
  warmUpSeasons: 12,
  spreads: true,
  components: {
    elo: {
      weight: 0.5,
      tuned: {
        k: from(12, 4, 1, 80),
        home: from(55, 10, 0, 150),
        carry: from(0.6, 0.1, 0, 1),
        margin: from(0.4, 0.15, 0, 1.2),
        bye: eloTerm(20),
        shortWeek: eloTerm(-15),
        playoff: eloTerm(10),
      },
      fixed: { homeDrift: 1 },
    },
    kalman: {
      weight: 0.5,
      tuned: {
        startVariance: from(0.34, 0.08, 0.01, 2),
        carry: from(0.6, 0.08, 0, 1),
        seasonNoise: from(0.058, 0.02, 0, 0.5),
        gameNoise: from(0.0034, 0.001, 0, 0.05),
        noise: from(0.7, 0.1, 0.1, 3),
        slope: from(0.98, 0.06, 0.5, 2),
        home: from(0.33, 0.05, 0, 1),
        power: from(0.79, 0.06, 0.3, 1.2),
        bye: kalmanTerm(0.095),
        shortWeek: kalmanTerm(-0.14),
        playoff: kalmanTerm(0.065),
      },
      fixed: { unit: 7.8, homeDrift: 0.003 },
    },
  },
};

/** CFB: wide season starts, a level of its own for schools below the first division, a long-run mean. */
export const cfbSettings: SportSettings = {
  warmUpSeasons: 5,
  spreads: true,
  components: {
    kalman: {
      weight: 1,
      tuned: {
        startVariance: from(0.67, 0.15, 0.01, 3),
        carry: from(0.65, 0.06, 0, 1),
        seasonNoise: from(0.102, 0.03, 0, 0.5),
        gameNoise: from(0.0019, 0.001, 0, 0.05),
        noise: from(0.38, 0.06, 0.1, 3),
        slope: from(1.07, 0.06, 0.5, 2),
        home: from(0.115, 0.04, 0, 1),
        tierStep: from(2, 0.2, 0, 5),
        longWeight: from(0.31, 0.06, 0, 1),
        longPace: from(0.23, 0.05, 0, 1),
      },
      fixed: { unit: 15.72, power: 0.885, homeDrift: 0 },
    },
    elo: {
      weight: 0,
      tuned: {
        k: from(18, 5, 1, 100),
        home: from(60, 10, 0, 150),
        carry: from(0.75, 0.08, 0, 1),
        margin: from(0.6, 0.15, 0, 1.2),
        early: from(0.5, 0.3, 0, 5),
        tierStep: from(300, 60, 0, 800),
        levelPace: from(0.01, 0.005, 0, 0.2),
      },
      fixed: {},
    },
  },
};
