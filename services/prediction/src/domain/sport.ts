import { type Sport, sports, sportsWithDraw } from "@orbline/proto/constants/predictions";

export { type Sport, sports };

export const sportNames: Record<Sport, string> = {
  soccer: "soccer",
  nba: "NBA",
  mlb: "MLB",
  nhl: "NHL",
  ufc: "UFC",
  nfl: "NFL",
  cfb: "college football",
};

/** Hours from the start of a game until its result is known. */
export const gameHours: Record<Sport, number> = {
  soccer: 2,
  nba: 2.6,
  mlb: 3.2,
  nhl: 2.7,
  ufc: 1,
  nfl: 3.3,
  cfb: 3.5,
};

/** Whether books price a draw; elsewhere a tie returns the stake. */
export const hasDraw = (sport: Sport): boolean => sportsWithDraw.has(sport);

const weekly: ReadonlySet<Sport> = new Set(["cfb", "nfl", "soccer", "ufc"]);

/** Whether two sides never meet on consecutive days, so that the date of a game may differ between sources by one. */
export const isWeekly = (sport: Sport): boolean => weekly.has(sport);

/** Whether two sides can meet twice on a day. */
export const hasDoubleheaders = (sport: Sport): boolean => sport === "mlb";
