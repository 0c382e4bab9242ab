import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { errorHandler } from "@orbline/kit/http/errors";
import { createLogger } from "@orbline/kit/observability/logger";
import { eventually } from "@orbline/kit/testing/eventually";
import express from "express";
import { afterEach, expect, it } from "vitest";
import { fakeDeps } from "../testing/fakes.ts";
import { openCheckoutAccount } from "../use-cases/guest-purchase.ts";
import { register } from "../use-cases/register.ts";
import { addExportRoute } from "./export-route.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** The route for four users, whose predictions are read once the gate is open. Each has some pages of a megabyte more. */
const serve = async ({ longPages = 0 } = {}) => {
  const deps = fakeDeps();
  const gate = Promise.withResolvers<void>();
  const seen = { running: [] as string[], most: 0, mostOfOneUser: 0 };
  async function* readPages(userId: string) {
    seen.running.push(userId);
    seen.most = Math.max(seen.most, seen.running.length);
    const own = seen.running.filter((id) => id === userId).length;
    seen.mostOfOneUser = Math.max(seen.mostOfOneUser, own);
    await gate.promise;
    seen.running.splice(seen.running.indexOf(userId), 1);
    yield { predictions: [userId] };
    for (let page = 0; page < longPages; page += 1) yield { predictions: ["x".repeat(1e6)] };
  }
  const prediction = { ...deps.userData.prediction, exportUser: readPages };
  const app = express();
  app.use((request, response, next) => {
    const userId = request.get("x-user");
    const provenAtMs = Date.now() - Number(request.get("x-proven-ago") ?? 0);
    response.locals["caller"] = { kind: "user", userId, role: "user", sessionId: "s", provenAtMs };
    next();
  });
  const userData = { ...deps.userData, prediction };
  addExportRoute(app, { ...deps, userData, publicOrigin: "https://orbline.test" });
  app.use(errorHandler(createLogger({ service: "test", level: "silent" })));
  const server = createServer(app);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const users: string[] = [];
  for (const username of ["one", "two", "three", "four"])
    users.push((await register(deps, { username, password: "a-Password-1" })).account.user.id);
  const get = (userId: string, provenAgoMs = 0) =>
    fetch(`http://127.0.0.1:${port}/api/user/export`, {
      headers: { "x-user": userId, "x-proven-ago": String(provenAgoMs) },
    });
  return { deps, users, get, seen, open: () => gate.resolve() };
};

it("makes two exports at a time, and one of each user", async () => {
  const { users, get, seen, open } = await serve();
  const requested = [...users, ...users];
  const answers = requested.map(get);
  await eventually(() => expect(seen.running).toHaveLength(2));
  open();
  const bodies = await Promise.all(answers.map(async (answer) => (await answer).json()));
  expect(bodies).toMatchObject(requested.map((id) => ({ prediction: { predictions: [id] } })));
  expect(seen).toEqual({ running: [], most: 2, mostOfOneUser: 1 });
});

it("gives a client that does not read no place of an export", async () => {
  const { users, get, open } = await serve({ longPages: 40 });
  open();
  const [one = "", two = "", three = ""] = users;
  const slow = await Promise.all([get(one), get(two)]);
  expect(slow.map(({ status }) => status)).toEqual([200, 200]);
  expect((await (await get(three)).text()).length).toBeGreaterThan(40e6);
  for (const { body } of slow) await body?.cancel();
});

it("needs a proof of the last ten minutes from a user who has a password", async () => {
  const { deps, users, get, open } = await serve();
  open();
  const stale = 11 * 60_000;
  const refused = await get(users[0] ?? "", stale);
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "proof_required" }]);
  const purchase = { email: "guest@example.com", checkoutId: "chk_1" };
  const { account } = await openCheckoutAccount(deps, purchase);
  expect((await get(account.user.id, stale)).status).toBe(200);
});

it("allows a user ten exports an hour", async () => {
  const { users, get, open } = await serve();
  open();
  const [one = "", two = ""] = users;
  for (let time = 0; time < 10; time += 1) expect((await get(one)).status).toBe(200);
  const refused = await get(one);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3_000);
  expect((await get(two)).status).toBe(200);
});
