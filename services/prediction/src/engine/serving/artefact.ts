import { dayNumber } from "../dates.ts";
import { inSpan, recentOn, type Career } from "../ratings/fighter/record.ts";
import type { FittedModel } from "../training/model.ts";
import type { Group, Rating, Ratings } from "../ratings/rating.ts";
import { week, type Calendar, type SideRecord } from "../features/schedule.ts";
import type { Starter } from "../ratings/starters.ts";
import type { Form, Sport } from "../types.ts";
import type { Walk } from "./walk.ts";

/** Version of the artefact's layout; a reader refuses any other. */
export const artefactFormat = 4;

/** A side's line in the calendar. */
type SideRow = [
  name: string,
  lastDay: number,
  recentDays: number[],
  games: number,
  form: string,
  league: string | null,
  division: string | null,
  pricedShare: number,
];
/** A side's line in a component. */
type RatingRow = [
  name: string,
  strength: number,
  variance: number,
  edge: number,
  edgeVariance: number,
  longRun: number,
  rotation: number,
  season: number,
  games: number,
];
type GroupRow = [name: string, level: number, home: number, season: number];
type StarterRow = [name: string, strength: number, variance: number, season: number];
type CareerRow = [name: string, career: Career];

/** A fitted model with its ratings as plain JSON; holds no results, prices or rows of data. */
export type Artefact = {
  format: typeof artefactFormat;
  version: string;
  model: FittedModel;
  calendar: SideRow[];
  ratings: {
    sides: RatingRow[];
    groups: GroupRow[];
    starters: StarterRow[];
    careers: CareerRow[];
  }[];
};

const short = (x: number): number => Number(x.toFixed(6));

const writeRating = ([name, rating]: [string, Rating]): RatingRow => [
  name,
  short(rating.strength),
  short(rating.variance),
  short(rating.edge),
  short(rating.edgeVariance),
  short(rating.longRun),
  short(rating.rotation),
  rating.season,
  rating.games,
];

const writeGroup = ([name, { level, home, season }]: [string, Group]): GroupRow => [
  name,
  short(level),
  short(home),
  season,
];

const writeStarter = ([name, starter]: [string, Starter]): StarterRow => [
  name,
  short(starter.strength),
  short(starter.variance),
  starter.season,
];

const writeCareer = ([name, career]: [string, Career], end: number): CareerRow => [
  name,
  {
    ...career,
    elo: short(career.elo),
    lean: short(career.lean),
    leanVariance: short(career.leanVariance),
    recentDays: recentOn(career, end),
  },
];

/** A fighter not seen for so long before the end of the data is kept as a career only. */
const retiredAfterDays = 1_000;

/**
 * What of a side's record the next game can depend on: the days of its last week. Of a fighter even less, as the day,
 * the weight class and the result of a bout would say who met whom.
 */
const keptOf = (sport: Sport, side: SideRecord, end: number): SideRecord => {
  const recentDays = side.recentDays.filter((day) => end - day <= week);
  if (sport !== "ufc") return { ...side, recentDays };
  const isRetired = end - side.lastDay > retiredAfterDays;
  const career = { ...side, lastDay: inSpan(side.lastDay), recentDays: [] };
  return isRetired ? { ...career, form: [], division: null } : career;
};

const writeCalendar = (calendar: Calendar, sport: Sport, end: number): SideRow[] =>
  [...calendar].map(([name, record]) => {
    const side = keptOf(sport, record, end);
    return [
      name,
      side.lastDay,
      [...side.recentDays],
      side.games,
      side.form.join(""),
      side.league,
      side.division,
      short(side.pricedShare),
    ];
  });

/** Writes a model and its ratings as JSON data; ratings keep six decimals. */
export const toArtefact = (model: FittedModel, walk: Walk, version: string): Artefact => {
  const end = dayNumber(model.span.to);
  return {
    format: artefactFormat,
    version,
    model,
    calendar: writeCalendar(walk.calendar, model.sport, end),
    ratings: walk.ratings.map(({ sides, groups, starters, careers }) => ({
      sides: [...sides].map(writeRating),
      groups: [...groups].map(writeGroup),
      starters: [...starters].map(writeStarter),
      careers: [...careers].map((career) => writeCareer(career, end)),
    })),
  };
};

const readRatings = ({
  sides,
  groups,
  starters,
  careers,
}: Artefact["ratings"][number]): Ratings => ({
  sides: new Map(
    sides.map(
      ([name, strength, variance, edge, edgeVariance, longRun, rotation, season, games]) => [
        name,
        { strength, variance, edge, edgeVariance, longRun, rotation, season, games },
      ],
    ),
  ),
  groups: new Map(groups.map(([name, level, home, season]) => [name, { level, home, season }])),
  starters: new Map(
    starters.map(([name, strength, variance, season]) => [name, { strength, variance, season }]),
  ),
  careers: new Map(careers),
});

const isLetter = (letter: string): letter is Form[number] => /^[WDL]$/.test(letter);

const readCalendar = (rows: readonly SideRow[]): Calendar =>
  new Map(
    rows.map(([name, lastDay, recentDays, games, form, league, division, pricedShare]) => [
      name,
      {
        lastDay,
        recentDays,
        games,
        form: form.split("").filter(isLetter),
        league,
        division,
        pricedShare,
      },
    ]),
  );

/** The ratings of an artefact as a walk that can go on. */
export const walkOf = ({ calendar, ratings }: Artefact): Walk => ({
  calendar: readCalendar(calendar),
  ratings: ratings.map(readRatings),
});

/** Checks that JSON data is an artefact of this format. @throws Error that says what it is instead. */
export const readArtefact = (json: unknown): Artefact => {
  if (!isArtefact(json)) {
    const format = json !== null && typeof json === "object" && "format" in json;
    throw new Error(
      format
        ? `model artefact has format ${String(json.format)}, this code reads ${artefactFormat}`
        : "not a model artefact",
    );
  }
  return json;
};

const isArtefact = (json: unknown): json is Artefact =>
  json !== null &&
  typeof json === "object" &&
  "format" in json &&
  json.format === artefactFormat &&
  "model" in json &&
  "calendar" in json &&
  "ratings" in json;
