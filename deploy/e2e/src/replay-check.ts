// Replays a month of real games through a whole product: npm run replay:check -- --data DIR
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Product, startProduct } from "@orbline/stack/product";
import { newPredictionResponseSchema } from "@orbline/proto/http/prediction";
import { riskLevels, type RiskLevel, type Sport } from "@orbline/proto/constants/predictions";
import { type HistoryEntry, historyResponseSchema } from "@orbline/proto/http/prediction-history";

type Replay = { sport: Sport; from: string; days: number; stepDays: number };

/** Months whose games have moneylines. */
const replays: Replay[] = [
  { sport: "nfl", from: "2022-11-01", days: 30, stepDays: 7 },
  { sport: "nba", from: "2022-11-01", days: 30, stepDays: 3 },
];
const wanted = 200;
/** A slate looks seven days ahead, so that after eight more days every game has ended. */
const settleDays = 8;

/** Somebody who paid at the checkout page, calling the product's gateway. */
const signIn = async ({ url, logins }: Product) => {
  const subscriber = logins.find(({ who }) => who === "subscriber");
  if (!subscriber) throw new Error("the product has no demo subscriber");
  const { username, password } = subscriber;
  let cookie = "";
  const call = async (path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${url}${path}`, {
      method: body ? "POST" : "GET",
      headers: { cookie, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    const [session] = response.headers.getSetCookie();
    if (session) cookie = session.split(";")[0] ?? "";
    return response.json();
  };
  await call("/api/login", { username, password });
  return { call };
};
type Caller = Awaited<ReturnType<typeof signIn>>;

const advance = async ({ settings }: Product, days: number): Promise<void> => {
  const address = `http://127.0.0.1:${settings.ports.PREDICTION_PORT}/internal/slate/advance`;
  const response = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ days }),
  });
  if (!response.ok) throw new Error(`the slate's clock answered ${response.status}`);
};

/** Asks for pick after pick on one day's slate until there are enough or the picks repeat. */
const predictFor = async (caller: Caller, sport: Sport, atMost: number): Promise<number> => {
  const seen = new Set<string>();
  const left = new Set<RiskLevel>(riskLevels);
  let given = 0;
  for (let requestCount = 1; left.size > 0 && given < atMost; requestCount += 1)
    for (const riskLevel of left) {
      if (given >= atMost) break;
      const answer = newPredictionResponseSchema.parse(
        await caller.call("/api/new-prediction", { sport, riskLevel, requestCount, stake: 100 }),
      );
      if (!("id" in answer)) {
        left.delete(riskLevel);
        continue;
      }
      given += 1;
      const bet = answer.bets.map(({ game, betOn, betType }) => `${game} ${betOn} ${betType}`);
      const key = `${riskLevel} ${bet.join(" + ")}`;
      if (seen.has(key)) left.delete(riskLevel);
      seen.add(key);
    }
  return given;
};

const readHistory = async (caller: Caller): Promise<HistoryEntry[]> => {
  const entries: HistoryEntry[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const from: string = cursor && `&cursor=${cursor}`;
    const page = await caller.call(`/api/predictions?limit=100${from}`);
    const { predictions, nextCursor } = historyResponseSchema.parse(page);
    entries.push(...predictions);
    cursor = nextCursor;
  }
  return entries;
};

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const summary = (name: string, entries: HistoryEntry[]): string => {
  const count = (outcome: HistoryEntry["outcome"]) =>
    entries.filter((entry) => entry.outcome === outcome).length;
  const sum = (of: (entry: HistoryEntry) => number) =>
    entries.reduce((total, entry) => total + of(entry), 0);
  const staked = sum(({ stake }) => stake);
  const returned = sum((entry) => entry.returned);
  const cells = [
    name.padEnd(14),
    entries.length,
    count("won"),
    count("lost"),
    count("push"),
    count("void"),
    count("open"),
    staked.toFixed(2).padStart(10),
    returned.toFixed(2).padStart(10),
    percent(returned / staked - 1),
    percent(sum(({ confidence }) => confidence) / entries.length),
    percent(count("won") / entries.length),
  ];
  return cells.map((cell) => String(cell).padStart(7)).join(" ");
};

const header =
  "sport and risk       n     won    lost    push    void    open     staked   returned  return confidence  share won";

/** Replays one month; answers whether all that was predicted is in the history and settled. */
const check = async (data: string, { sport, from, days, stepDays }: Replay): Promise<boolean> => {
  const product = await startProduct({
    env: {
      LOG_LEVEL: "warn",
      RATE_GENERAL_PER_MINUTE: "100000",
      REPLAY_FILE: join(data, `${sport}.csv.gz`),
      REPLAY_SPORT: sport,
      REPLAY_FROM: from,
    },
  });
  try {
    const caller = await signIn(product);
    const steps = Math.ceil(days / stepDays);
    let given = 0;
    for (let step = 1; step <= steps; step += 1) {
      given += await predictFor(caller, sport, Math.round((wanted * step) / steps) - given);
      await advance(product, step === steps ? settleDays : stepDays);
    }
    const history = await readHistory(caller);
    for (const risk of riskLevels) {
      const ofRisk = history.filter(({ riskLevel }) => riskLevel === risk);
      if (ofRisk.length > 0) console.log(summary(`${sport} ${risk}`, ofRisk));
    }
    console.log(summary(`${sport} all`, history));
    const isWhole = given === wanted && history.length === given;
    if (!isWhole) console.error(`${sport}: ${given} given, ${history.length} in the history`);
    return isWhole && history.every(({ outcome }) => outcome !== "open");
  } finally {
    await product.stop();
  }
};

const { values } = parseArgs({ options: { data: { type: "string" } } });
if (!values.data) throw new Error("say where the results are: --data DIR");
const data = resolve(values.data);
console.log(header);
for (const replay of replays)
  if (!(await check(data, replay))) {
    console.error(`${replay.sport}: not everything was settled`);
    process.exitCode = 1;
  }
