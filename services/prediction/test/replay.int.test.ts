import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { newPredictionResponseSchema } from "@orbline/proto/http/prediction";
import { riskLevels } from "@orbline/proto/constants/predictions";
import { historyResponseSchema, type HistoryEntry } from "@orbline/proto/http/prediction-history";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { miniature, miniatureCsv } from "../src/engine/testing/miniature.ts";
import { billingDouble, startService, testEnv, user } from "./service.ts";

const games = miniature("nfl", 160);
const from = "2002-09-10";
const as = user("usr_replayer");
const folder = mkdtempSync(join(tmpdir(), "orbline-replay-"));
const file = join(folder, "nfl.csv.gz");
const replay = { REPLAY_FILE: file, REPLAY_SPORT: "nfl", REPLAY_FROM: from };

let billing: Awaited<ReturnType<typeof billingDouble>>;

beforeAll(async () => {
  writeFileSync(file, gzipSync(miniatureCsv("nfl", games)));
  billing = await billingDouble();
  billing.owned.set("usr_replayer", { entitled: true });
});
afterAll(async () => {
  await billing.close();
  rmSync(folder, { recursive: true });
});

/** How a leg ended by the file's own score; the replay's first day is 2030-03-06. */
const outcomeOf = ({ betOn, opponent, betType, startsAt }: HistoryEntry["legs"][number]) => {
  const day = Date.parse(from) + Date.parse(startsAt.slice(0, 10)) - Date.parse("2030-03-06");
  const date = new Date(day).toISOString().slice(0, 10);
  const game = games.find(
    (row) =>
      row.date === date && [betOn, opponent].every((side) => [row.home, row.away].includes(side)),
  );
  if (game?.result.kind !== "score") throw new Error(`no game of ${betOn} on ${date}`);
  const { home, away } = game.result;
  const handicap = betType.startsWith("Spread")
    ? Number(betType.replace("Spread ", "").replace("\u2212", "-"))
    : 0;
  const margin = (betOn === game.home ? home - away : away - home) + handicap;
  if (margin === 0) return "push";
  return margin > 0 ? "won" : "lost";
};

it("predicts, settles and lists a replayed month by the file's own results", async () => {
  const service = await startService(billing.address, replay);
  let given = 0;
  for (let week = 0; week < 4; week += 1) {
    for (const riskLevel of riskLevels)
      for (let requestCount = 1; requestCount <= 5; requestCount += 1) {
        const wish = { sport: "nfl", riskLevel, requestCount };
        const { body } = await service.post("/api/new-prediction", wish, { as });
        const answer = newPredictionResponseSchema.parse(body);
        if (!("id" in answer)) continue;
        expect(answer.slate).toMatchObject({ kind: "replay", label: "Replay of NFL 2002" });
        given += 1;
      }
    await service.post("/internal/slate/advance", { days: 7 });
  }
  await service.post("/internal/slate/advance", { days: 8 });
  expect(given).toBeGreaterThan(40);

  const { body } = await service.get("/api/predictions?limit=100", { as });
  const { predictions, totals } = historyResponseSchema.parse(body);
  expect(predictions).toHaveLength(given);
  expect(totals.settled).toBe(given);
  for (const { legs, outcome } of predictions) {
    const ended = legs.map(outcomeOf);
    expect(legs.map((leg) => leg.outcome)).toEqual(ended);
    expect(outcome).toBe(ended.includes("lost") ? "lost" : ended.includes("won") ? "won" : "push");
  }
  expect(totals.won).toBeGreaterThan(0);
  expect(totals.lost).toBeGreaterThan(0);
  await service.stop();
});

it("has no games of another sport and says so", async () => {
  const service = await startService(billing.address, replay);
  const { body } = await service.post(
    "/api/new-prediction",
    { sport: "nba", riskLevel: "moderate" },
    { as },
  );
  expect(body).toEqual({ bets: [], error: "No NBA games with prices in the next 7 days." });
  await service.stop();
});

describe("a service that can not replay", () => {
  const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

  const startProcess = (env: Record<string, string>) =>
    new Promise<{ code: number | null; lines: string[] }>((resolve) => {
      const child = spawn(process.execPath, [main], {
        env: { ...testEnv(billing.address), LOG_LEVEL: "error", ...replay, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
      child.on("close", (code) => resolve({ code, lines: output.trim().split("\n") }));
    });

  it.each([
    ["the file is missing", { REPLAY_FILE: join(folder, "none.csv") }, /none\.csv: cannot be read/],
    ["the file is another sport's", { REPLAY_SPORT: "ufc" }, /header.*column .*is missing/],
    ["the file ends before that day", { REPLAY_FROM: "2020-01-01" }, /lies after the last game/],
  ])("ends in one clear line when %s", async (_why, env, message) => {
    const { code, lines } = await startProcess(env);
    expect(code).toBe(1);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(message);
  });
});
