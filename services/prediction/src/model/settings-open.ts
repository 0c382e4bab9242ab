import { from, type SportSettings } from "./settings-types.ts";

/** UFC: Elo only; a finish moves it more than a decision. */
export const ufcSettings: SportSettings = {
  warmUpSeasons: 12,
  spreads: false,
  components: {
    elo: {
      weight: 1,
      tuned: {
        k: from(50, 15, 5, 400),
        early: from(1, 0.5, 0, 10),
        margin: from(0.3, 0.2, 0, 2),
        carry: from(0.95, 0.05, 0.3, 1),
        levelPace: from(0.01, 0.01, 0, 0.2),
        promoted: from(0, 30, -200, 300),
      },
      fixed: {},
    },
  },
};

/** Soccer: ordered logit with draws; ratings move with the club between a country's tiers. */
export const soccerSettings: SportSettings = {
  warmUpSeasons: 5,
  spreads: false,
  components: {
    kalman: {
      weight: 0.5,
      tuned: {
        startVariance: from(0.083, 0.03, 0.001, 2),
        carry: from(0.6, 0.1, 0, 1),
        longWeight: from(0.35, 0.1, 0, 1),
        seasonNoise: from(0.03, 0.01, 0, 0.5),
        gameNoise: from(0.0006, 0.0002, 0, 0.05),
        noise: from(1.17, 0.1, 0.1, 3),
        slope: from(1.19, 0.06, 0.5, 2),
        home: from(0.16, 0.04, 0, 1),
        longPace: from(0.59, 0.1, 0, 1),
        promoted: from(0.1, 0.05, -0.5, 1),
        tierStep: from(0.3, 0.1, 0, 1),
        cut: from(0.597, 0.03, 0.3, 1),
        levelPace: from(0.005, 0.005, 0, 0.2),
      },
      fixed: { unit: 2.37, power: 1.09, homeDrift: 0.0004, edgeVariance: 0.004 },
    },
    elo: {
      weight: 0.5,
      tuned: {
        k: from(10, 3, 1, 60),
        home: from(60, 10, 0, 150),
        carry: from(0.9, 0.05, 0.3, 1),
        margin: from(0.5, 0.2, 0, 1.5),
        early: from(0.3, 0.3, 0, 5),
        tierStep: from(100, 40, 0, 500),
        promoted: from(60, 30, -100, 300),
        levelPace: from(0.01, 0.01, 0, 0.2),
        homeDrift: from(0.1, 0.1, 0, 2),
        cut: from(0.6, 0.03, 0.3, 1),
      },
      fixed: {},
    },
  },
};
