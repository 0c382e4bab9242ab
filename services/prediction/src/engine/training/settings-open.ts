import { from, type SportSettings } from "./settings-types.ts";

/** UFC: a regression on differences between the fighters; Elo is only kept to compare with. */
export const ufcSettings: SportSettings = {
  warmUpSeasons: 12,
  // Years have few bouts: a longer back-test leaves more of them to weigh the blend by.
  tuningShare: 0.45,
  spreads: false,
  components: {
    bout: {
      weight: 1,
      tuned: {
        k: from(45, 15, 5, 300),
        early: from(4, 1.5, 0, 15),
        finish: from(0.5, 0.3, 0, 3),
        leanVariance: from(0.96, 0.3, 0.05, 5),
        priceNoise: from(0.19, 0.08, 0.01, 3),
        boutNoise: from(0.146, 0.05, 0, 1),
        yearNoise: from(0.088, 0.04, 0, 1),
        resultNoise: from(1.15, 0.5, 0.2, 30),
        resultStep: from(3, 1, 0, 20),
      },
      fixed: {},
    },
    elo: {
      weight: 0,
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
    priced: {
      weight: 1,
      unpricedWeight: 0,
      tuned: {
        startVariance: from(0.08, 0.03, 0.001, 2),
        carry: from(0.55, 0.1, 0, 1),
        longWeight: from(0.4, 0.1, 0, 1),
        seasonNoise: from(0.039, 0.015, 0, 0.5),
        gameNoise: from(0.0044, 0.0015, 0, 0.05),
        noise: from(0.96, 0.1, 0.1, 3),
        slope: from(1.2, 0.06, 0.5, 2),
        home: from(0.14, 0.04, 0, 1),
        longPace: from(0.35, 0.1, 0, 1),
        promoted: from(0.18, 0.05, -0.5, 1),
        tierStep: from(0.38, 0.1, 0, 1),
        cut: from(0.608, 0.02, 0.3, 1),
        priceScale: from(0.494, 0.05, 0.1, 2),
        priceNoise: from(0.023, 0.015, 0.001, 2),
        priceHomeDrift: from(0.0055, 0.003, 0, 0.1),
      },
      fixed: { unit: 2.37, power: 1.09, homeDrift: 0.0004, edgeVariance: 0.005, levelPace: 0.001 },
    },
    kalman: {
      weight: 0,
      unpricedWeight: 0.5,
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
      weight: 0,
      unpricedWeight: 0.5,
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
