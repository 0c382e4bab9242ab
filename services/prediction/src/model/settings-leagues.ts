import { eloTerm, from, kalmanTerm, type SportSettings } from "./settings-types.ts";

/** NBA: back-to-backs apart for home and away, home edges per team. */
export const nbaSettings: SportSettings = {
  warmUpSeasons: 3,
  spreads: true,
  components: {
    kalman: {
      weight: 1,
      tuned: {
        startVariance: from(0.2, 0.05, 0.01, 2),
        carry: from(0.71, 0.06, 0, 1),
        seasonNoise: from(0.036, 0.01, 0, 0.5),
        gameNoise: from(0.0006, 0.0002, 0, 0.02),
        noise: from(0.84, 0.1, 0.1, 3),
        slope: from(1.11, 0.06, 0.5, 2),
        home: from(0.5, 0.05, 0, 1),
        homeDrift: from(0.001, 0.0004, 0, 0.02),
        power: from(0.64, 0.06, 0.3, 1.2),
        edgeVariance: from(0.002, 0.001, 0, 0.05),
        homeBackToBack: kalmanTerm(-0.083),
        awayBackToBack: kalmanTerm(0.124),
        load: kalmanTerm(-0.027),
        altitude: kalmanTerm(0.14),
        playoff: kalmanTerm(0.07),
      },
      fixed: { unit: 4.97 },
    },
    elo: {
      weight: 0,
      tuned: {
        k: from(8, 2, 1, 60),
        home: from(80, 10, 0, 150),
        carry: from(0.72, 0.08, 0, 1),
        margin: from(0.4, 0.15, 0, 1.2),
        homeDrift: from(0.1, 0.1, 0, 2),
        homeBackToBack: eloTerm(-25),
        awayBackToBack: eloTerm(25),
      },
      fixed: {},
    },
  },
};

/** NHL: as NBA, with little known at a season's start. */
export const nhlSettings: SportSettings = {
  warmUpSeasons: 1,
  spreads: false,
  components: {
    kalman: {
      weight: 1,
      tuned: {
        startVariance: from(0.13, 0.04, 0.01, 2),
        carry: from(0.75, 0.06, 0, 1),
        seasonNoise: from(0.0125, 0.004, 0, 0.5),
        noise: from(1.04, 0.1, 0.1, 3),
        slope: from(1.3, 0.08, 0.5, 2),
        home: from(0.12, 0.03, 0, 1),
        homeBackToBack: kalmanTerm(-0.18),
        awayBackToBack: kalmanTerm(0.16),
        load: kalmanTerm(-0.026),
      },
      fixed: { unit: 2.08, power: 0.81, gameNoise: 0, homeDrift: 0.0005, edgeVariance: 0.0015 },
    },
    elo: {
      weight: 0,
      tuned: {
        k: from(6, 2, 0.5, 40),
        home: from(30, 8, 0, 100),
        carry: from(0.75, 0.1, 0, 1),
        margin: from(0.3, 0.15, 0, 1.2),
        homeBackToBack: eloTerm(-40),
        awayBackToBack: eloTerm(35),
      },
      fixed: {},
    },
  },
};

/** MLB: nearly saturated; Elo and Kalman in equal parts. */
export const mlbSettings: SportSettings = {
  warmUpSeasons: 4,
  spreads: false,
  components: {
    kalman: {
      weight: 0.5,
      tuned: {
        startVariance: from(0.13, 0.04, 0.01, 2),
        carry: from(0.55, 0.08, 0, 1),
        seasonNoise: from(0.0045, 0.002, 0, 0.5),
        noise: from(0.98, 0.1, 0.1, 3),
        slope: from(1.26, 0.08, 0.5, 2),
        home: from(0.066, 0.02, 0, 1),
      },
      fixed: { unit: 2.5, power: 0.65, gameNoise: 0, homeDrift: 0 },
    },
    elo: {
      weight: 0.5,
      tuned: {
        k: from(2.5, 1, 0.2, 20),
        home: from(24, 5, 0, 80),
        carry: from(0.6, 0.1, 0, 1),
        margin: from(0.3, 0.15, 0, 1.2),
        homeDrift: from(0.02, 0.02, 0, 0.5),
      },
      fixed: {},
    },
  },
};
