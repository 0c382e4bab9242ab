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
