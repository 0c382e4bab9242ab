/** What the card says that no number of an artefact can say; every claim is about this code. */
export const opening = `# Model card

Written by \`model:card\` from the artefacts beside it. Every figure is log loss unless it says otherwise (lower is
better), and every comparison carries the standard error of the paired difference, game by game.

- **What it is**: rating models walked game by game over past results and past closing prices. Training, back-testing
  and serving run the same functions (\`src/engine\`).
- **Price-informed**: once a game is over, its closing price teaches the ratings what the market knew of both sides. The
  price of the game that is predicted is never seen. Where past games have no prices, a branch fitted on results alone
  takes over game by game ("results only" below); \`factors.pricedShare\` says how far a prediction rests on prices.
- **What it is for**: the model's opinion beside the market's. It never beats closing prices alone; in UFC both together
  do. Where the blend's model weight is 0 the market leads, and the product says so.
- **What it has not seen**: injuries, line-ups, weather, news; quarterbacks and goalkeepers.
- **What these files hold**: fitted numbers, last ratings, what the next game depends on (last days, wins and losses of
  the last five games, a fighter's record) and scores. No row of the data can be told from them: no prices, no scores and
  no opponents, and of fighters days to a month, births to half a year and reaches to five centimetres.
`;

/** What each sport's model is made of. */
export const features = `## Features

| sport | model | beside the ratings | without prices of past games |
|---|---|---|---|
| NFL | price-informed rating .85, Elo .15 | byes, short weeks, playoffs at home, home edge that drifts | mean of Elo and Kalman rating |
| NBA | price-informed rating | back-to-backs apart for home and away, games in 7 days, altitude, playoffs at home, home edge per team | Kalman rating |
| NHL | price-informed rating .7, Kalman rating .3 | back-to-backs apart for home and away, games in 7 days, home edge per team | Kalman rating |
| MLB | price-informed rating with listed starters | a rating per starting pitcher; who is not listed counts as the side's usual rotation | mean of Elo and Kalman rating with starters |
| CFB | price-informed rating .7, Kalman rating .3 | a lower start below the first division, a long-run mean per school | Kalman rating |
| UFC | logistic regression on differences between the fighters | Elo, strength by past prices, age, late age, debut, layoff, streaks, activity, knock-out losses, reach, experience, red corner | the same without the prices |
| soccer | price-informed rating, ordered logit with draws | home edge per team and league, levels per league, promoted sides start lower | mean of Elo and Kalman rating |

**Elo** moves by surprise × margin. The **Kalman rating** filters the margin of victory, compressed by a power, and keeps
a variance per side, so that seasons widen it and games narrow it. The **price-informed rating** is the same filter with a
second observation after each game: the closing price without margin, with a noise of its own. All fall back in part to
their group's level between seasons. Numbers are tuned by Nelder and Mead's simplex under a weak prior around hand-set
starts; the NHL's aim is to seven tenths the closing price of each past game, to three its result, as its seasons are few.
**UFC** is a ridge regression without intercept, solved anew for every try of the rating numbers; swapping the
fighters swaps the probabilities. Red corner, age and reach, and past prices may each be unknown: every combination has
coefficients of its own. Age and reach that a feed does not tell come from earlier bouts.

**Spreads** (NFL, NBA, CFB): a normal margin whose mean is sd × the normal quantile of the win probability, so that
spreads and moneylines agree. **Market**: margin removed by the power method, proportionally for near-even two-way
prices; where only a spread is known, a normal curve with the sd of past margins about past lines. **Blend**: a
weighted sum of the logits of market and model with a ridge towards (1, 0). It is used only where it beats the market by
two standard errors on the back-test, where the model adds to a market that was sharpened alone, and where weights of
earlier seasons helped in the seasons after them. **Range**: the logit ± the distance between model
and market that four in five back-test games stayed within. It measures how far two informed opinions usually lie apart,
not the luck of one game.
`;

/** What else was tried, on windows that no number was fitted on. */
export const tried = `## Tried

Log loss on the validation window, numbers fitted before it. Experiments with fewer tuning steps than the final fits, so
they compare with each other, not to the last digit with the table above.

| sport | tried | gave |
|---|---|---|
| NBA | Kalman rating on results → price-informed | .6327 → .6222 |
| NBA | price-informed with 30 % of a results rating | .6230 |
| NBA | learning the spread instead of the moneyline | .6235, slope .86 instead of .99 |
| NFL | Kalman rating on results → price-informed → under a prior around the starts | .6463 → .6370 → .6341 |
| NFL | learning the spread instead of the moneyline | .6341: no difference |
| NFL | scaling the logit by the slope of an earlier back-test (1.08) | .6389 instead of .6370: dropped, in NBA and NHL too |
| NFL | on 2009–13 and 2014–18, each fitted before: scaling the logit by the slope of the back-test before (1.04, 1.05) | −.0002, −.0002; home ECE .0254 → .0200, .0190 → .0214: no difference, not used |
| NFL | the same windows: slope, or slope and home edge, learned from the games already predicted | +.0001 to +.0008; home ECE .0169 to .0205: not used |
| NHL | Kalman rating on results → price-informed, 30 % results beside it | .6618 → .6581, .6579; slope .88 → .92 |
| CFB | Elo, Kalman rating, price-informed | .5085, .4900, .4814 |
| MLB | Kalman rating, with starters, price-informed, both | .6720, .6717, .6709, .6682 |
| UFC | Elo, regression, with red corner, with past prices | .6755, .6549, .6508, .6369 |
| UFC | layoff as a step, experience, finish rate, title bout, red corner in title bouts, last bout lost by knock-out | −.0009, −.0009, −.0004, +.0002, +.0006, −.0001: the first two kept |
| UFC | training from 1994, 2005, 2010, 2012 on | .6342, .6337, .6351, .6373 |
| UFC | careers that know days to a month, births to half a year and reaches to five centimetres only | .6352, as before: kept, so that the files tell no bouts |
| UFC | scaling the logit by its validation slope (0.98–1.06) | nothing: the ridge leaves the slope near 1 |
| soccer | results → price-informed | 1.0114 → 1.0006 |
| soccer | chance of a draw per team and league learned from past draw prices | 1.0005: not worth the state |
| NBA | blend that only flattens the market (0.86 / 0) | −.0007 ± .0008: not used, its boldness wanders between seasons |

Later trials were chosen on earlier windows, each fitted on the games before it, and looked at the validation window once,
where they had gained. Figures are differences to the model without the change, with paired standard errors.

| sport | windows | tried | gave |
|---|---|---|---|
| NHL | 2020–21, 2021–22, 2022–23 | tuning towards closing prices, 70 % of the aim | +.0002 ± .0005, −.0023 ± .0019, −.0012 ± .0011; slope 1.24, 1.06, .89 → 1.16, 1.19, .99. Used: in the validation window slope .89 → .99, ECE .0117 → .0063, log loss +.0003 |
| NHL | the same | the same with 30 %, 50 %, 100 % | +.0001, −.0007, −.0007; +.0001, −.0022, −.0010; +.0005, −.0019, −.0012 |
| NFL | 2009–13, 2014–18 | Elo's share .3 → .15, → 0 | −.0007 ± .0004, −.0003 ± .0004; −.0011 ± .0008, −.0004 ± .0008. The first is used: −.0008 in the validation window |
| CFB | 2011–14, 2015–18 | share of the rating on results .3 → .15, → 0 | −.0003 ± .0003, −.0005 ± .0002; −.0003 ± .0005, −.0007 ± .0005. Not used: −.0006 in the validation window, but home ECE .0190 → .0212 |
| NFL, NBA, CFB | those; NBA 2013–16, 2016–20 | tuning towards closing prices, 50 % of the aim | +.0004 ± .0005, −.0007 ± .0005; −.0006 ± .0003, +.0004 ± .0002; +.0007 ± .0003, +.0001 ± .0005 |
| NFL, NBA, CFB | the same | a second, short-lived strength per side beside the slow one | −.0001 ± .0002, −.0002 ± .0003; +.0002 ± .0007, −.0002 ± .0004; −.0001 ± .0003, +.0001 ± .0002 |
| NFL, NBA | the same | learning the spread first; the mean of spread and moneyline | NFL +.0006 ± .0005, +.0005 ± .0003, NBA +.0006 ± .0007, +.0009 ± .0006; NFL +.0006, +.0002, NBA −.0002, +.0002 |
| NFL, NBA | the same | past moneylines as a probit instead of a logit | NFL +.0003, −.0001; NBA −.0001, .0000 |
| CFB | the same | full covariance between the schools in the price-informed rating, other numbers as they are | +.0018 ± .0014, +.0048 ± .0016 |
| NFL, NBA, CFB | those seasons together | results regressed on the model's logit and twenty facts beside it: season's start, spring and playoffs by themselves and times the logit, rest, surprises of the last games and prices | beyond two standard errors only surprises of past prices in NFL and CFB, which the short-lived strength is to catch, and CFB games between divisions |
| CFB | the same | weeks without a game | +.0002 ± .0003, .0000 ± .0003 |
| UFC | 2015–17, 2018–20 | fifty features one at a time: age by weight class, age × layoff, unsure strength, change of class, women, corner by record, stance, … | two gained on both: a split decision last time (−.0009 ± .0006, −.0011 ± .0009), a debutant rated as his rival is (−.0004 ± .0004, −.0008 ± .0006) |
| UFC | the same | both of these | −.0011 ± .0008, −.0020 ± .0011, but +.0010 in the validation window with an ECE of .0228: not used |
| UFC | the same | a split decision teaching the ratings half as much | −.0021 ± .0008, +.0005 ± .0008 |
| UFC | the same | bouts before the first prices counting half; the mean of fits from 2005 and from 2010 on | −.0025 ± .0009, −.0003 ± .0007; −.0022 ± .0009, −.0006 ± .0006: nothing sure on the later one, not used |
| UFC | the same | the mean of fits under ridges of 5, 30, 120 | −.0001 ± .0002, .0000 ± .0002 |
| UFC | the same | coefficients towards closing prices, 30 % of the aim | +.0009 ± .0008, +.0008 ± .0007; more of it is worse |
| all but soccer | those; NHL 2021–22, MLB 2013–14, 2015–17 | the rule that says when a blend is used, fitted before each window | market alone in ten of eleven, −.0011 ± .0010 against it in UFC 2018–20: never worse than the market |
| UFC | the same | full covariance between the fighters | −.0011 ± .0019, −.0015 ± .0018: not used, the file would tell who met whom |
`;

/** Where the figures stop being good evidence. */
export const limits = `## Limits

- A closing price of the game itself knows more than any of these models, except that UFC prices leave something to add.
  A bet is only ever as good as its price against the market's fair price.
- A feed that does not tell the closing prices of finished games gets the results-only scores.
- The starts of the tuning come from earlier experiments on the same histories. The choice of components and of their
  weights looked at the validation windows, as did the UFC's features, the length of its back-test, the rule that says
  when a blend is used, and the decision to let the NFL's home edge drift; the fitted numbers did not, nor did the NFL's
  present weights and the NHL's aim. Expect later seasons to score a little worse than the validation.
- The NFL and CFB windows are small or uneven (2020 had no CFB spreads and no crowds). By all outcomes the NFL model's
  calibration error is .0140. By the home sides alone it is .0267, over the two points that are aimed at, and so would most
  perfect forecasters be: of 1,500 simulated sets of outcomes that come exactly as the model says, 82 in 100 exceed .0200
  on so few games, half exceed .0265, one in twenty .0409. The closing prices themselves, which the blend follows, are over
  two points both ways there: .0240, and .0329 by the home sides (one in four perfect ones has more). In the five seasons
  before, the model's error by the home sides was .0187 (.0142 by all outcomes), in the five before those .0160 (.0117),
  with a slope above 1 in both and below 1 in the window, so whatever earlier seasons would have recalibrated makes it
  worse. None is applied.
- NHL prices from 2023 on were mostly taken at noon, not at the close; 37 % of the soccer prices are pre-match prices of
  unknown time. Against true closing prices the market would look a little better.
- NBA after January 2023 has spreads only: its market figure there is a normal curve on the line.
- UFC names are not reconciled between sources, so some careers are split, and ages are whole years of the day of the
  bout. MLB pitchers are initial and surname: two of one name share a rating. CFB dates are UTC dates.
- Soccer leagues that start in 2020 have short histories. No cup or European matches, so levels of leagues in
  different countries cannot be compared.
- Sides absent for seasons fall back to their group's level and, in the Kalman ratings, widen; a side never seen starts
  at the newcomers' level and has no rating date.
`;
