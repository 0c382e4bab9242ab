import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@orbline/demo/http-client";
import { signIn } from "@orbline/demo/http-client";
import { repoRoot } from "@orbline/engines/paths";
import { createLiveSandbox, type LiveSandbox } from "@orbline/live-sandbox/sandbox";
import { sports, type Sport } from "@orbline/proto/constants/predictions";
import { type HistoryEntry, historyResponseSchema } from "@orbline/proto/http/prediction/history";
import { predictionSchema } from "@orbline/proto/http/prediction/prediction";
import { defaultPorts } from "./configuration/variables.ts";
import { type Product, startProduct } from "./product.ts";

/** Two hours pass in each minute. */
const speed = 120;
/** Open bets of the demo subscriber for each sport. */
const betsOfSport = 3;
const dataDir = join(repoRoot, ".data/live-demo");
const keys = { oddsApiKey: "sandbox-odds-key", apiSportsKey: "sandbox-results-key" };

export type LiveDemo = { sandbox: LiveSandbox; product: Product; stop: () => Promise<void> };

/** Starts the product in live mode against a live sandbox in this process. Both keep their data for the next start. */
export async function startLiveDemo(env: NodeJS.ProcessEnv): Promise<LiveDemo> {
  const ports = Object.fromEntries(
    Object.entries(defaultPorts).map(([name, port]) => [name, env[name] ?? String(port)]),
  );
  const dataFile = join(dataDir, "live-sandbox.json");
  const sandbox = createLiveSandbox({ ...keys, speed, dataFile });
  const { url } = await sandbox.listen(Number(ports["LIVE_SANDBOX_PORT"]));
  try {
    const product = await startProduct({
      dataDir,
      env: {
        ...ports,
        ODDS_API_KEY: keys.oddsApiKey,
        ODDS_API_URL: url,
        ODDS_CLOCK_URL: `${url}/clock`,
        ODDS_POLL_SECONDS: "1",
        RESULTS_SOURCES: sports.map((sport) => `${sport}:api-sports`).join(","),
        API_SPORTS_KEY: keys.apiSportsKey,
        API_SPORTS_URL: `${url}/api-sports/{host}`,
        SETTLE_SECONDS: "2",
      },
    });
    const stop = async () => {
      await product.stop();
      await sandbox.close();
    };
    return { sandbox, product, stop };
  } catch (error) {
    await sandbox.close();
    throw error;
  }
}

/** What the demo prints once it runs. */
export function liveDemoText({ product, sandbox }: LiveDemo): string {
  const url = `http://127.0.0.1:${product.settings.ports.LIVE_SANDBOX_PORT}`;
  return [
    `\nThe sandbox's clock: ${sandbox.control.state().now}, ${speed} times as fast as real time.`,
    "Games start, end and settle while you watch. All games and prices are invented.",
    "  pick a sport      sign in as the subscriber; the label says that prices are live, and their age",
    "  see bets settle   History, and below",
    "  move on           Enter, by 6 hours; or npm run live:advance -- --hours 24",
    `  the truth         ${url}/_control/truths?from=…&to=…  (dates)`,
    `  faults, changes   deploy/live-sandbox/README.md, at ${url}/_control`,
    "Ctrl-C stops everything. Bets of the demo subscriber:\n",
  ].join("\n");
}

/** Keeps bets of each sport open for the demo subscriber, and prints each bet when it is made and when it is settled. */
export async function followBets(
  { product, sandbox }: LiveDemo,
  { print, signal }: { print: (line: string) => void; signal: AbortSignal },
): Promise<void> {
  const login = product.logins.find(({ who }) => who === "subscriber");
  if (!login) throw new Error("the demo subscriber is missing");
  const client = await signIn(product.url, login);
  const time = () => sandbox.control.state().now.slice(0, 16).replace("T", " ");
  const settled = new Set<string>();
  let isFirst = true;
  while (!signal.aborted) {
    const bets = await readHistory(client);
    for (const bet of bets.filter(({ id, outcome }) => outcome !== "open" && !settled.has(id))) {
      settled.add(bet.id);
      if (!isFirst) print(`${time()}  ${bet.outcome.padEnd(5)} ${line(bet)}  ${money(bet.profit)}`);
    }
    isFirst = false;
    for (const sport of sports) {
      const open = bets.filter((bet) => bet.sport === sport && bet.outcome === "open");
      const bet = open.length < betsOfSport ? await makeBet(client, sport) : undefined;
      if (bet) print(`${time()}  bet   ${line(bet)}`);
    }
    await delay(2_000, undefined, { signal }).catch(() => undefined);
  }
}

async function readHistory(client: Client): Promise<HistoryEntry[]> {
  const { status, body } = await client.get("/api/predictions?limit=100");
  // A restarting service answers later.
  return status === 200 ? historyResponseSchema.parse(body).predictions : [];
}

/** Another pick than before, because each is the n-th of its sport; undefined while no game has prices. */
async function makeBet(client: Client, sport: Sport) {
  const timestamp = Date.now();
  const requestCount = 1 + (timestamp % 10);
  const request = { sport, riskLevel: "moderate", timestamp, requestCount };
  const { body } = await client.post("/api/new-prediction", request);
  const { data } = predictionSchema.safeParse(body);
  return data && { sport, legs: data.bets };
}

function line({ sport, legs }: { sport: string; legs: { betOn: string; startsAt: string }[] }) {
  const names = legs.map(
    ({ betOn, startsAt }) => `${betOn} (${startsAt.slice(5, 16).replace("T", " ")})`,
  );
  return `${sport.padEnd(7)} ${names.join(" + ")}`;
}

const money = (dollars: number) => `${dollars < 0 ? "−" : "+"}$${Math.abs(dollars).toFixed(2)}`;
