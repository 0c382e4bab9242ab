/** What the card says that no number of an artefact can say; every claim is about this code. */
export const opening = `# Model card

Written by \`model:card\` from the artefacts beside it. Every figure is log loss unless it says otherwise (lower is
better), and every comparison carries the standard error of the paired difference, game by game.

- **What it is**: one rating model per sport, walked game by game over past results. Training, back-testing and serving
  run the same functions (\`src/model\`).
- **What it is for**: the model's opinion beside the market's. Nothing here shows that it beats a closing price; where
  the blend's model weight is 0 the market leads, and the product says so.
- **What it has seen**: results and schedules. No injuries, line-ups, starters, weather or news.
- **What these files hold**: fitted numbers, last ratings and scores. No results and no prices.
`;

/** What each sport's model is made of. */
export const features = `## Features

| sport | model | beside the ratings |
|---|---|---|
| NFL | mean of Elo and Kalman rating | byes, short weeks, playoffs at home; drifting home edge |
| NBA | Kalman rating | back-to-backs apart for home and away, games in 7 days, altitude, playoffs at home, home edge per team |
| NHL | Kalman rating | back-to-backs apart for home and away, games in 7 days, home edge per team |
| MLB | mean of Elo and Kalman rating | nothing; listed starters are not used yet |
| CFB | Kalman rating | a lower start for schools below the first division, a long-run mean per school |
| UFC | Elo | a finish counts more than a decision, debuts move faster; age, reach and layoff are not used yet |
| soccer | mean of Elo and Kalman rating, ordered logit with draws | home edge per team and league, levels per league, promoted sides start lower |

**Elo** moves by surprise × margin. The **Kalman rating** filters the margin of victory, compressed by a power, and keeps
a variance per side, so that seasons widen it and games narrow it. Both fall back in part to their group's level between
seasons. Numbers are tuned by Nelder and Mead's simplex under a weak prior around hand-set starts.

**Spreads** (NFL, NBA, CFB): a normal margin whose mean is sd × the normal quantile of the win probability, so that
spreads and moneylines agree. **Market**: margin removed by the power method, proportionally for near-even two-way
prices; where only a spread is known, a normal curve with the sd of past margins about past lines. **Blend**: a
weighted sum of the logits of market and model with a ridge towards (1, 0); weights other than that count only where
they beat the market by two standard errors on the back-test, and where weights of earlier seasons helped in the
seasons after them. **Range**: the logit ± the distance between model and market that four in five back-test games
stayed within. It measures how far two informed opinions usually lie apart, not the luck of one game.
`;

/** Where the figures stop being good evidence. */
export const limits = `## Limits

- The market is better than the model alone in every sport. A bet is only ever as good as its price against the market's
  fair price.
- The starts of the tuning come from earlier experiments on the same histories, and the choice of components looked at
  the validation windows, as did the decision to let the NFL's home edge drift; the fitted numbers did not. Expect later
  seasons to score a little worse than the validation.
- The NBA and NHL models are a little too bold (slope about 0.9), the MLB model too timid in 2018–20 (1.26).
- NHL prices from 2023 on were mostly taken at noon, not at the close; 37 % of the soccer prices are pre-match prices of
  unknown time. Against true closing prices the market would look a little better.
- NBA after January 2023 has spreads only: its market figure there is a normal curve on the line.
- UFC names are not reconciled between sources, so some careers are split. CFB dates are UTC dates.
- Soccer leagues that start in 2020 have short histories. No cup or European matches, so levels of leagues in
  different countries cannot be compared.
- Sides absent for seasons fall back to their group's level and, in the Kalman rating, widen; a side never seen starts
  at the newcomers' level and has no rating date.
`;
