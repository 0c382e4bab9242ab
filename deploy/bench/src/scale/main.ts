import { type Client, expectOk, signIn } from "@orbline/demo/http-client";
import { secondsSince } from "@orbline/engines/command";
import { percentile } from "@orbline/stack/percentile";
import { startProduct } from "@orbline/stack/product";
import { z } from "zod";
import { countOption, parseOptions } from "../options.ts";
import { loadScale, nameOf } from "./data.ts";
import { documentSizes } from "./sizes.ts";

const p95GoalMs = 300;
/** A text can be anywhere in a name, so a search that few users match reads all of them. */
const scanGoalMs = 1_500;
const optionsSchema = z.strictObject({
  users: countOption.default(100_000),
  predictions: countOption.default(200_000),
  calls: countOption.default(200),
});

/** One kind of request. A call may use the cursor of the previous page. */
type Subject = {
  name: string;
  path: (call: number, cursor: string | undefined) => string;
  goalMs?: number;
};

const withCursor = (path: string, cursor: string | undefined) =>
  cursor === undefined ? path : `${path}&cursor=${encodeURIComponent(cursor)}`;

/** Reads one page and returns the cursor of the next. */
async function readPage(client: Client, path: string): Promise<string | undefined> {
  const response = await client.get(path);
  expectOk(response, path);
  const body = z.looseObject({ nextCursor: z.string().nullish() }).safeParse(response.body);
  return (response.headers.get("x-next-cursor") ?? body.data?.nextCursor) || undefined;
}

/** The times of sequential requests, in milliseconds. */
async function measure(client: Client, subject: Subject, calls: number): Promise<number[]> {
  const times: number[] = [];
  let cursor: string | undefined;
  for (let call = 0; call < calls; call += 1) {
    const startedAt = performance.now();
    cursor = await readPage(client, subject.path(call, cursor));
    times.push(performance.now() - startedAt);
  }
  return times;
}

function subjectsFor(users: number): Subject[] {
  const list = "/api/admin/users/subscriptions";
  const some = (call: number) => nameOf((call * 7_919) % users);
  return [
    { name: "admin list, page after page", path: (_, at) => withCursor(`${list}?limit=100`, at) },
    { name: "admin list by status", path: (_, at) => withCursor(`${list}?status=active`, at) },
    {
      name: "search by username",
      path: (call) => `${list}?search=${some(call)}`,
      goalMs: scanGoalMs,
    },
    {
      name: "search by a text in the middle",
      path: (call) => `${list}?search=${some(call).slice(3)}`,
      goalMs: scanGoalMs,
    },
    { name: "search by a short prefix", path: (_, at) => withCursor(`${list}?search=sca`, at) },
    {
      name: "search by email",
      path: (call) => `${list}?search=${some(call)}@exa`,
      goalMs: scanGoalMs,
    },
    {
      name: "search with a status",
      path: (call) => `${list}?status=past_due&search=${some(call).slice(0, 9)}`,
      goalMs: scanGoalMs,
    },
    ...["users", "user_bet_history"].map((table) => ({
      name: `table ${table}, page after page`,
      path: (_: number, at: string | undefined) =>
        withCursor(`/api/admin/table/${table}?limit=50`, at),
    })),
  ];
}

const { users, predictions, calls } = parseOptions(optionsSchema);
const product = await startProduct({
  env: {
    RATE_GENERAL_PER_MINUTE: "1000000000",
    RATE_PER_USER_PER_MINUTE: "1000000000",
    PREDICTIONS_PER_MINUTE: "1000000000",
  },
});
try {
  const loginOf = (wanted: string) => {
    const login = product.logins.find(({ who }) => who === wanted);
    if (!login) throw new Error(`there is no demo ${wanted}`);
    return signIn(product.url, login);
  };
  const subscriber = await loginOf("subscriber");
  const request = { query: "nba moneyline", riskLevel: "moderate", sport: "nba" };
  expectOk(await subscriber.post("/api/new-prediction", request), "a prediction to copy");
  for (const { collection, count, bytes } of await documentSizes(product))
    console.log(
      `${collection.padEnd(34)} ${String(count).padStart(6)} documents of ${bytes} bytes`,
    );
  const startedAt = Date.now();
  await loadScale(product, { users, predictions });
  const time = secondsSince(startedAt);
  console.log(`${users} users and ${predictions} predictions loaded in ${time}\n`);
  const admin = await loginOf("admin");
  let isMissed = false;
  for (const subject of subjectsFor(users)) {
    const times = await measure(admin, subject, calls);
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
    const { name, goalMs = p95GoalMs } = subject;
    const isLate = p95 > goalMs;
    isMissed ||= isLate;
    const figures = `p50 ${p50.toFixed(0).padStart(4)} ms   p95 ${p95.toFixed(0).padStart(4)} ms`;
    console.log(`${name.padEnd(42)} ${figures}   ${isLate ? "missed" : "ok"}`);
  }
  console.log(
    `\ngoal: p95 at most ${p95GoalMs} ms, of searches for one user at most ${scanGoalMs} ms`,
  );
  if (isMissed) process.exitCode = 1;
} finally {
  await product.stop();
}
