import { defaultLeagues, feedsFor, knownLeagues, type Feed } from "../odds-provider/feeds.ts";
import { type MonthPlan, planMonth } from "./month-plan.ts";
import { badInput, runMain, sportOf, type Command } from "./command.ts";
import { markdown, names } from "./report.ts";

/** Credits a month of the provider's plans. */
const plans = [500, 20_000, 100_000, 5_000_000];

/** `odds:plan`: prints what a month of polling costs and gives, by the pace of the service. */
export const oddsPlanCommand: Command<never, "credits" | "sports" | "leagues"> = {
  required: [],
  optional: ["credits", "sports", "leagues"],
  run({ credits, sports, leagues }, io) {
    const feeds = chosenFeeds(sports, leagues);
    const chosen = credits === undefined ? plans : [creditsOf(credits)];
    const month = new Date();
    const rows = chosen.map((one) => rowOf(one, planMonth(one, feeds, month)));
    io.out(`${feeds.length} competitions, a game a day in each: ${feeds.map(nameOf).join(", ")}`);
    io.out(markdown([header, header.map(() => "---"), ...rows]));
    const most = planMonth(Number.MAX_SAFE_INTEGER, feeds, month);
    io.out(`These competitions use at most ${whole(total(most))} credits a month.`);
  },
};

const header = [
  "credits a month",
  "used",
  "for prices / scores",
  "prices taken every (longest)",
  "result after it is published (longest)",
  "calls: prices / scores / lists (free)",
];

function rowOf(credits: number, plan: MonthPlan): string[] {
  const { used, calls, pricesEveryMs, resultsAfterMs } = plan;
  return [
    whole(credits),
    whole(total(plan)),
    `${whole(used.prices)} / ${whole(used.scores)}`,
    times(pricesEveryMs),
    times(resultsAfterMs),
    `${whole(calls.prices)} / ${whole(calls.scores)} / ${whole(calls.lists)}`,
  ];
}

function chosenFeeds(sports: string | undefined, leagues: string | undefined): Feed[] {
  const ofLeagues = leagues === undefined ? defaultLeagues : listOf(leagues);
  const unknown = ofLeagues.find((league) => !knownLeagues.includes(league));
  if (unknown !== undefined)
    throw badInput(
      { file: "options" },
      `unknown league "${unknown}", known are ${knownLeagues.join(" ")}`,
    );
  const ofSports = sports === undefined ? undefined : listOf(sports).map(sportOf);
  return feedsFor(ofLeagues).filter(({ sport }) => ofSports?.includes(sport) ?? true);
}

function creditsOf(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw badInput({ file: "options" }, `--credits must be a whole number, not "${text}"`);
}

const listOf = (text: string): string[] => text.split(",").map((word) => word.trim());

const nameOf = ({ sport, league }: Feed): string => league ?? names[sport];

const total = ({ used }: MonthPlan): number => used.prices + used.scores;

const whole = (n: number): string => n.toLocaleString("en-US");

function times(spread: MonthPlan["pricesEveryMs"]): string {
  if (!spread) return "–";
  return `${duration(spread.usual)} (${duration(spread.longest)})`;
}

function duration(ms: number): string {
  const minutes = ms / 60_000;
  return minutes < 90 ? `${Math.round(minutes)} min` : `${(minutes / 60).toFixed(1)} h`;
}

if (import.meta.main) runMain(oddsPlanCommand);
