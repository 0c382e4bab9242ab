import { expect, it } from "vitest";
import { fakeDeps, outage } from "../testing/fakes.ts";
import { exportUser } from "./export-user.ts";
import type { SecurityLog } from "./ports.ts";
import { register } from "./register.ts";

type Page = Record<string, unknown>;

/** An account whose predictions come in pages; `read` counts them. */
const owner = async (pages: readonly Page[]) => {
  const deps = fakeDeps();
  const { account } = await register(deps, { username: "Jo", password: "a-Password-1" });
  const read: Page[] = [];
  async function* readPages() {
    for (const page of pages) {
      read.push(page);
      yield await Promise.resolve(page);
    }
  }
  const prediction = { ...deps.userData.prediction, exportUser: readPages };
  const withPages = { ...deps, userData: { ...deps.userData, prediction } };
  return { deps: withPages, id: account.user.id, read };
};

const textOf = async (parts: AsyncIterable<string>) => (await Array.fromAsync(parts)).join("");

it.each([
  ["one page", [{ predictions: [1], history: [] }], { predictions: [1], history: [] }],
  [
    "three pages, one of them empty",
    [{ predictions: [1, 2], history: [9] }, { predictions: [] }, { predictions: [3] }],
    { predictions: [1, 2, 3], history: [9] },
  ],
  [
    "a list that begins on the second page",
    [{ history: [] }, { bets: [1] }, { bets: [2] }],
    { history: [], bets: [1, 2] },
  ],
  ["no page", [], {}],
])("joins the data of a service in %s to one JSON text", async (_what, pages, expected) => {
  const { deps, id } = await owner(pages);
  const data = JSON.parse(await textOf(await exportUser(deps, id))) as Page;
  expect(data["prediction"]).toEqual(expected);
  expect(data).toMatchObject({ identity: { account: { username: "Jo" } }, billing: {}, admin: {} });
});

it("exports every security event of a user, however many there are", async () => {
  const { deps, id } = await owner([]);
  const at = new Date("2026-03-01T12:00:00.000Z");
  const event = {
    userId: id,
    action: "sign-in",
    outcome: "refused",
    device: "Unknown device",
    at,
    lastAt: at,
  } as const;
  const events = Array.from({ length: 10_001 }, (_, count) => ({
    ...event,
    id: `event-${count}`,
    count,
  }));
  const list: SecurityLog["list"] = ({ limit, cursor = "0" }) => {
    const end = Number(cursor) + limit;
    const nextCursor = end < events.length ? String(end) : undefined;
    return Promise.resolve({ rows: events.slice(Number(cursor), end), nextCursor });
  };
  const withEvents = { ...deps, securityLog: { ...deps.securityLog, list } };
  const { identity } = JSON.parse(await textOf(await exportUser(withEvents, id))) as {
    identity: { account: object; securityEvents: { count: number }[] };
  };
  expect(identity.account).toMatchObject({ username: "Jo" });
  expect(identity.securityEvents.map(({ count }) => count)).toEqual(
    events.map(({ count }) => count),
  );
});

it("reads further pages of an export only while its reader takes them", async () => {
  const page = { predictions: [1] };
  const { deps, id, read } = await owner(Array.from({ length: 1_000 }, () => page));
  const parts = await exportUser(deps, id);
  for (let part = 0; part < 10; part += 1) await parts.next();
  expect(read.length).toBeLessThan(15);
});

it("fails an export when a later page contains another list", async () => {
  const { deps, id } = await owner([{ predictions: [1] }, { predictions: [2] }, { bets: [3] }]);
  await expect(textOf(await exportUser(deps, id))).rejects.toThrow("may only continue predictions");
});

it("begins no export while a service does not answer", async () => {
  const { deps, id } = await owner([]);
  const admin = { exportUser: () => ({ [Symbol.asyncIterator]: () => ({ next: outage }) }) };
  const exported = exportUser({ ...deps, userData: { ...deps.userData, admin } }, id);
  await expect(exported).rejects.toMatchObject({ kind: "unavailable" });
});
