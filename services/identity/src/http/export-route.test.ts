import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { errorHandler } from "@orbline/kit/http/errors";
import { createLogger } from "@orbline/kit/observability/logger";
import { eventually } from "@orbline/kit/testing/eventually";
import express from "express";
import { afterEach, expect, it } from "vitest";
import { fakeDeps } from "../testing/fakes.ts";
import { register } from "../use-cases/register.ts";
import { addExportRoute } from "./export-route.ts";

const servers: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** The route for four users, whose predictions are read once the gate is open. */
const serve = async () => {
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
  }
  const prediction = { ...deps.userData.prediction, exportUser: readPages };
  const app = express();
  app.use((request, response, next) => {
    const userId = request.get("x-user");
    response.locals["caller"] = { kind: "user", userId, role: "user", sessionId: "s" };
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
  const get = (userId: string) =>
    fetch(`http://127.0.0.1:${port}/api/user/export`, { headers: { "x-user": userId } });
  return { users, get, seen, open: () => gate.resolve() };
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
