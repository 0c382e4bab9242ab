/** The sports the product predicts, in the order of its selector. */
export const sports = ["soccer", "nba", "mlb", "nhl", "ufc", "nfl", "cfb"] as const;
export type Sport = (typeof sports)[number];

/** How screens and sentences call a sport. */
export const sportNames: Record<Sport, string> = {
  soccer: "soccer",
  nba: "NBA",
  mlb: "MLB",
  nhl: "NHL",
  ufc: "UFC",
  nfl: "NFL",
  cfb: "college football",
};

/** How long a game lasts until its result is known, in hours. */
export const gameHours: Record<Sport, number> = {
  soccer: 2,
  nba: 2.6,
  mlb: 3.2,
  nhl: 2.7,
  ufc: 1,
  nfl: 3.3,
  cfb: 3.5,
};
