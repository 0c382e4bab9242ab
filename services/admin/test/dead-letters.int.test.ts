import { spawn } from "node:child_process";
import { join } from "node:path";
import { testEngines } from "@orbline/kit/testing/engines";
import { eventually } from "@orbline/kit/testing/eventually";
import type { AdminUser } from "@orbline/proto/http/admin";
import { auditResponseSchema } from "@orbline/proto/http/admin-audit";
import {
  type DeadLettersResponse,
  deadLettersResponseSchema,
  replayDeadLetterResponseSchema,
} from "@orbline/proto/http/admin-operations";
import { userState } from "@orbline/proto/states";
import { topics } from "@orbline/proto/topics";
import { Kafka, logLevel } from "kafkajs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, startService } from "./service.ts";

const { brokers, mongoUrl, prefix } = testEngines();

const producer = new Kafka({ brokers, logLevel: logLevel.NOTHING }).producer();

let service: Service;
beforeAll(async () => {
  service = await startService();
  await producer.connect();
});
afterAll(async () => {
  await producer.disconnect();
  await service.stop();
});

/** Two services, their consumers and a broker share a machine that may be busy. */
const patiently = <T>(check: () => T | Promise<T>) => eventually(check, { timeoutMs: 30_000 });

const list = async (query = "") => {
  const path = `/api/admin/dead-letters${query}`;
  const { status, body } = await service.call<DeadLettersResponse>("GET", path);
  expect(status).toBe(200);
  expect(deadLettersResponseSchema.parse(body)).toEqual(body);
  return body;
};
const letterOf = async (key: string) =>
  (await list("?limit=200")).deadLetters.find((letter) => letter.key === key);
const replay = (id: string, body: unknown) =>
  service.call<{ message: string }>("POST", `/api/admin/dead-letters/${id}/replay`, { body });
const users = async () =>
  (await service.call<AdminUser[]>("GET", "/api/admin/users/subscriptions")).body;

/** A state that admin cannot take over, and so gives up: an account without a name. */
const kill = async (key: string) => {
  const state = { id: key, username: "", emailVerified: false, role: "user", createdAtMs: 1 };
  await service.publishRaw(topics.users, key, userState.encode(state));
  return patiently(async () => {
    const letter = await letterOf(key);
    expect(letter).toBeDefined();
    return letter ?? { id: "" };
  });
};

const nameOf = async (id: string) => (await users()).find((user) => user.id === id)?.username;

/** A sound state that lies among the dead letters, as after a repair of the service that gave it up. */
const bury = async (key: string) => {
  const username = `name_${key}`;
  const state = { id: key, username, emailVerified: false, role: "user", createdAtMs: 1 };
  const headers = {
    ce_id: `${key}:1`,
    ce_type: "user.registered",
    ce_time: new Date().toISOString(),
    dlq_reason: "TypeError: since repaired",
    dlq_topic: `${prefix}identity.users`,
    dlq_partition: "0",
    dlq_offset: String(Date.now()),
    dlq_group: `${prefix}admin`,
  };
  const messages = [{ key, value: userState.encode(state), headers }];
  await producer.send({ topic: `${prefix}identity.users.dlq`, messages });
  return patiently(async () => {
    const letter = await letterOf(key);
    expect(letter).toBeDefined();
    return letter ?? { id: "" };
  });
};

it("a message that cannot be handled is listed with its place and reason", async () => {
  await kill("lost_1");
  expect(await letterOf("lost_1")).toMatchObject({
    topic: `${prefix}identity.users`,
    group: `${prefix}admin`,
    type: "test.state",
    reason: expect.stringContaining("ZodError"),
    deaths: 1,
    state: "dead",
    replayedAt: null,
  });
  const { topics: counts } = await list();
  expect(counts).toContainEqual({ topic: `${prefix}identity.users`, dead: 1 });
  expect(counts.map(({ dead }) => dead)).toEqual([1, 0, 0]);
});

it("replayed while its reason still holds, it dies again as the same letter", async () => {
  const { id } = await kill("lost_2");
  const answer = await replay(id, { reason: "deployed a repair" });
  expect(answer.status).toBe(200);
  expect(replayDeadLetterResponseSchema.parse(answer.body)).toEqual(answer.body);
  await patiently(async () => {
    expect(await letterOf("lost_2")).toMatchObject({ id, deaths: 2, state: "dead" });
  });
  const path = `/api/admin/audit?targetId=${id}`;
  const { entries } = auditResponseSchema.parse((await service.call("GET", path)).body);
  expect(entries).toMatchObject([
    {
      action: "replay-dead-letter",
      target: { kind: "dead-letter" },
      reason: "deployed a repair",
      details: { key: "lost_2", group: `${prefix}admin` },
      before: { state: "dead", deaths: 1 },
      outcome: "done",
    },
  ]);
});

it("an old state that is replayed does not hide a newer one", async () => {
  const { id } = await kill("lost_3");
  await service.account("lost_3", 5, { username: "newest" });
  await patiently(async () => {
    expect((await users()).map(({ username }) => username)).toContain("newest");
  });
  await replay(id, { reason: "x" });
  await patiently(async () => expect(await letterOf("lost_3")).toMatchObject({ deaths: 2 }));
  expect((await users()).find((user) => user.id === "lost_3")?.username).toBe("newest");
});

it("letters of an account are in its export, and go with it", async () => {
  const { id } = await kill("gone");
  const { json } = await service.accounts.ExportUser({ userId: "gone" });
  expect(JSON.parse(json)).toMatchObject({
    accounts: [],
    undeliveredMessages: [{ topic: `${prefix}identity.users`, state: "dead" }],
  });
  await service.account("gone", 9, undefined);
  await patiently(async () => expect(await letterOf("gone")).toBeUndefined());
  expect((await replay(id, { reason: "x" })).status).toBe(404);
});

it("letters are paged and filtered without loss or repetition", async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: DeadLettersResponse = await list(`?limit=1${cursor ? `&cursor=${cursor}` : ""}`);
    seen.push(...page.deadLetters.map(({ key }) => key));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(["lost_1", "lost_2", "lost_3"]);
  expect((await list("?state=replayed")).deadLetters).toEqual([]);
  expect((await list(`?topic=${prefix}billing.payments`)).deadLetters).toEqual([]);
});

it("nothing is replayed without a reason, and nothing that is not there", async () => {
  const letter = await letterOf("lost_1");
  expect((await replay(letter?.id ?? "", {})).body.message).toBe("Please give a reason.");
  expect((await replay("dl_unknown", { reason: "x" })).status).toBe(404);
});

/** Replays in a process of its own, which is killed just before or just after the message is published. */
const killedReplay = async (id: string, moment: "before" | "after") => {
  const script = join(import.meta.dirname, "replay-process.ts");
  const child = spawn(process.execPath, [script, mongoUrl, brokers.join(","), id, moment], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  child.kill("SIGKILL");
  await ended;
};

/** Starts another admin two minutes later, which sweeps, and waits until it has finished with a letter. */
const sweepLater = async (key: string) => {
  const later = await startService({ now: () => new Date(Date.now() + 120_000) });
  await patiently(async () => expect(await letterOf(key)).toMatchObject({ state: "replayed" }));
  await later.stop();
};

it("what was given up is handled once it is replayed", async () => {
  const { id } = await bury("mended");
  expect(await nameOf("mended")).toBeUndefined();
  expect((await replay(id, { reason: "repaired" })).status).toBe(200);
  await patiently(async () => expect(await nameOf("mended")).toBe("name_mended"));
  expect(await letterOf("mended")).toMatchObject({ state: "replayed", deaths: 1 });
});

it("a replay that is killed before it is published is not lost", async () => {
  const { id } = await bury("killed_early");
  await killedReplay(id, "before");
  expect(await letterOf("killed_early")).toMatchObject({ state: "replaying" });
  await sweepLater("killed_early");
  await patiently(async () => expect(await nameOf("killed_early")).toBe("name_killed_early"));
}, 90_000);

it("a replay that is killed after it was published is finished without a second effect", async () => {
  const { id } = await bury("killed_late");
  await killedReplay(id, "after");
  await patiently(async () => expect(await nameOf("killed_late")).toBe("name_killed_late"));
  await service.account("killed_late", 9, { username: "newer" });
  await patiently(async () => expect(await nameOf("killed_late")).toBe("newer"));
  await sweepLater("killed_late");
  const marker = await bury("marker");
  await replay(marker.id, { reason: "behind the second copy" });
  await patiently(async () => expect(await nameOf("marker")).toBe("name_marker"));
  expect(await nameOf("killed_late")).toBe("newer");
  expect(await letterOf("killed_late")).toMatchObject({ state: "replayed", deaths: 1 });
}, 90_000);
