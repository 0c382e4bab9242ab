export const messages = {
  title: "The record",
  lead: "Every settled prediction, won or lost. A parlay counts once its last game is over. All predictions are in a log that we sign, so nobody, including us, can change or remove one later.",
  proofLink: "See the proof",
  updated: "Counted",
  failed: "The record did not load",
  headline: (said: string, won: string) =>
    `We said ${said} of these predictions would win. ${won} did.`,
  settled: "Settled predictions",
  settledNote: (returned: number) =>
    returned === 0 ? "none removed" : `none removed; ${returned} returned the stake`,
  won: "Won",
  profit: "One unit on each",
  profitNote: "units of profit or loss in total",
  calibration: "Average miss",
  calibrationNote: "percentage points, averaged over bands of chance",
  byRisk: "By risk",
  allRisks: "All",
  returnInterval: "95% interval of the return",
  luck: ({ value, low, high }: Record<"value" | "low" | "high", string>, isPossible: boolean) =>
    `The return of ${value} ${isPossible ? "could be" : "is hardly"} luck alone: the true one is likely between ${low} and ${high}.`,
  favorites: (value: string, n: string) =>
    `Betting the favorite of each Moderate game instead: ${value} over ${n} games.`,
  meanings: "What these figures mean",
  meaningOf: {
    "One unit on each":
      "What you would have won or lost in total with the same stake, one unit, on every prediction.",
    Return:
      "That profit or loss per unit staked. A push counts as staked, and the stake comes back.",
    "Average miss":
      "On average, how far our chances were from the share that won, in percentage points. Lower is better.",
    "95% interval":
      "Where the true figure lies 19 times in 20. If it reaches from a loss to a profit, luck alone can explain the return. Predictions of one sport and week share games, so we count each such week as one sample.",
  },
  scoreMeanings: "What these scores mean",
  scoreMeaningOf: {
    "Log loss":
      "How surprised our chances were by the results. Lower is sharper; always saying 50% scores 0.6931.",
    Brier:
      "The average squared miss of our chances. Lower is better; always saying 50% scores 0.25.",
    "Closing line value":
      "How our odds compare with the market's chances when the game starts. Above zero, we got a better price.",
    "Correct picks": "How often the side with the higher chance won.",
    Slope: "1.00 is right. Below it, the chances were too extreme; above it, too cautious.",
  },
  none: "–",
  bySport: "By sport",
  sport: "Sport",
  risk: "Risk",
  n: "Won or lost",
  said: "We said",
  ret: "Return",
  chart: "Predicted vs. actual",
  chartUnit: "(percent)",
  chartLabel: (n: string, error: string) =>
    `Calibration of ${n} predictions that won or lost: what we said against what won, on average ${error} percentage points apart.`,
  asTable: "View as table",
  bandsCaption: "Calibration by band of the chance we gave",
  band: "Chance we gave",
  interval: "95% interval",
  simulated:
    "Games, odds and results here are simulated. This shows how the product works, not what you'd earn. Even an accurate model can lose to the sportsbook's cut.",
  live: "Real games at the best odds on offer. Even an accurate model can lose to the sportsbook's cut.",
  technical: "For statisticians",
  technicalLead: "How accurate our chances were, compared with the market's on the same bets.",
  scores: "Compared with the market",
  scoresLead: "Lower is better for log loss and Brier.",
  reference: "Reference",
  ours: "Our predictions",
  market: "The market, without its margin",
  logLoss: "Log loss",
  brier: "Brier",
  closing: (value: string, n: string) =>
    `Closing line value: ${value} over ${n} bets. Below zero, the market moved against us.`,
  combinations: "By sport and risk",
  weeks: "By week",
  weeksLabel: (n: number) =>
    `${n === 1 ? "The last week" : `The last ${n} weeks`}: the share we said as a line, the share that won as dots.`,
  weeksNote: "Dashed line: predicted. Dots: the share that won, with its 95% interval.",
  week: "Week of",
  empty: "Nothing is settled yet",
  emptyText:
    "The first figures appear here as soon as the first predicted games are over. The back-test below covers past games.",
  backTestLead:
    "What our models said about real past games that they had never seen. These are forecasts, not bets, so they do not count above.",
  allSports: (n: number) => `All ${n} sports, with their scores`,
  span: "Years",
  games: "Games",
  model: "Model",
  marketShort: "Market",
  blend: "Blend",
  accuracy: "Correct picks",
  slope: "Slope",
  calibrationShort: "Avg. miss, percentage points",
  backTestChart: (sport: string) => `Back-test of ${sport}: predicted vs. actual`,
  backTestLabel: (sport: string, n: string) =>
    `Calibration of the ${sport} model on ${n} past games: what it said against what happened.`,
  chooseSport: "Sport of the plot",
  backTestNote:
    "Log loss of model, market and blend on the same games, where there were prices. In most sports the market beats our model alone, so we blend the two.",
  howItWorks: "How It Works",
  wholeRecord: "See the full record",
  sample: "The latest settled pick",
  legs: (n: number) => (n === 1 ? "single bet" : `${n}-leg parlay`),
  against: (opponent: string) => `vs. ${opponent}`,
  saidLoses: (share: string) => `We said: loses ${share} of the time.`,
  allPublished: (n: string) => `${n} settled predictions, all published`,
  shortLead: "What we predicted, and what won",
} as const;
