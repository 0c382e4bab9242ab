import type { Caller } from "@orbline/kit/auth";
import { grpcService } from "@orbline/kit/grpc/handler";
import { serveGrpc } from "@orbline/kit/grpc/server";
import { createLogger } from "@orbline/kit/observability/logger";
import { migrate } from "@orbline/kit/mongo/migrations";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { testEngines } from "@orbline/kit/testing/engines";
import { testTokens } from "@orbline/kit/testing/keys";
import type { AuditServiceDefinition } from "@orbline/proto/gen/admin/v1/AuditService";
import type { AdminTable } from "@orbline/proto/http/admin/tables";
import type { Connection } from "mongoose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../src/store/migrations.ts";
import { mongoBettingProfiles, mongoPerformances } from "../src/store/counts.ts";
import { mongoPredictions } from "../src/store/predictions.ts";
import { tables } from "../src/store/tables.ts";
import { aLeg, aPrediction, noMonitor } from "../src/testing/predictions.ts";
import { present } from "../src/testing/present.ts";
import { startService } from "./service.ts";

const logger = createLogger({ service: "test", level: "silent" });
let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo({ url: testEngines().mongoUrl, logger });
  await migrate(connection, migrations);
  const predictions = mongoPredictions(connection);
  const records = [1, 2, 3].map((n) =>
    aPrediction([aLeg("a"), aLeg("b")], { id: `prd_${n}`, userId: "usr_1" }),
  );
  for (const record of records) await predictions.add(record);
  await predictions.settle(present(records[0]), {
    legOutcomes: ["won", "won"],
    favoriteOutcomes: ["won", "won"],
    closingProbabilities: [0.4, null],
    settlement: { outcome: "won", returned: 250, profit: 150 },
    settledAt: new Date("2026-11-22T22:00:00Z"),
  });
  await mongoBettingProfiles(connection, noMonitor).countSettled();
  await mongoPerformances(connection, noMonitor).countSettled();
});
afterAll(() => connection.close());

const page = (name: AdminTable, limit = 10, cursor?: string) =>
  present(tables(connection)[name])({ limit, cursor });

const first = async (name: AdminTable) => (await page(name)).rows[0];

it("shows a prediction with its legs and its outcome", async () => {
  const leg = aLeg("a");
  expect(await first("user_bet_history")).toMatchObject({
    id: "prd_1",
    user_id: "usr_1",
    bets: `${leg.betOn} + ${leg.betOn}`,
    outcome: "won",
    returned: 250,
    settled_at: "2026-11-22T22:00:00.000Z",
  });
});

it("pages by id without loss or repetition and shows null for missing values", async () => {
  const one = await page("user_bet_history", 2);
  const two = await page("user_bet_history", 2, present(one.nextCursor ?? undefined));
  expect([one.rows.length, two.rows.length, two.nextCursor, two.total]).toEqual([2, 1, null, 3]);
  expect(two.rows[0]?.["settled_at"]).toBeNull();
});

it("shows the counted profiles and performance", async () => {
  expect(await first("user_betting_profiles")).toMatchObject({
    user_id: "usr_1",
    settled: 1,
    won: 1,
    returned: 250,
  });
  expect(await first("ml_model_performance")).toMatchObject({ n: 1, won: 1 });
});

describe("an admin's reading of a table", () => {
  const admin: Caller = { kind: "user", userId: "adm_1", role: "admin", sessionId: "0".repeat(64) };
  const notes: string[] = [];
  const audit = grpcService<AuditServiceDefinition>({
    file: "admin/v1/audit.proto",
    name: "admin.v1.AuditService",
    allow: { NoteAction: ["prediction"] },
    handlers: {
      NoteAction: ({ actorId, action, targetKind, targetId }) => {
        notes.push(`${actorId} ${action} ${targetKind} ${targetId}`);
        return Promise.resolve({});
      },
    },
  });
  let grpc: Awaited<ReturnType<typeof serveGrpc>>;
  let service: Awaited<ReturnType<typeof startService>>;
  beforeAll(async () => {
    const server = { services: [audit], tokens: testTokens, host: "127.0.0.1", port: 0, logger };
    grpc = await serveGrpc(server);
    service = await startService("127.0.0.1:9", { ADMIN_GRPC: `127.0.0.1:${grpc.port}` });
  });
  afterAll(() => service.stop());

  const read = async (table: AdminTable, as: Caller) =>
    (await service.get(`/api/admin/table/${table}`, { as })).status;

  it("is reported to the audit log, and not when it is refused", async () => {
    expect(await read("user_bet_history", { ...admin, role: "user" })).toBe(403);
    expect(await read("user_bet_history", { ...admin, provenAtMs: 0 })).toBe(403);
    expect(notes).toEqual([]);
    expect(await read("user_bet_history", admin)).toBe(200);
    expect(await read("user_betting_profiles", admin)).toBe(200);
    expect(notes).toEqual([
      "adm_1 read-table list user_bet_history",
      "adm_1 read-table list user_betting_profiles",
    ]);
  });

  it("goes on while admin does not respond", async () => {
    await grpc.close();
    expect(await read("user_bet_history", admin)).toBe(200);
    expect(notes).toHaveLength(2);
  });
});
