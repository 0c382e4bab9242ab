import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

const source = readFileSync(join(import.meta.dirname, "../../public/sw.js"), "utf8");
const origin = "https://orbline.test";

type Tab = { url: string; focus: () => Promise<void>; navigate: (to: string) => Promise<void> };
type Event = Record<string, unknown>;

/** The worker in a context of its own, with tabs, a push subscription and a server. */
function startWorker({ tabs = [], status = 204 }: { tabs?: Tab[]; status?: number } = {}) {
  const listeners = new Map<string, (event: Event) => void>();
  const shown: { title: string; options: Event }[] = [];
  const opened: string[] = [];
  const requests: { path: string; body: unknown }[] = [];
  const closed: string[] = [];
  let subscription: ReturnType<typeof aSubscription> | null = null;
  const aSubscription = (name: string) => ({
    endpoint: `https://push.test/${name}`,
    options: { userVisibleOnly: true },
    toJSON: () => ({ endpoint: `https://push.test/${name}`, keys: { auth: name } }),
    unsubscribe: () => {
      subscription = null;
      return Promise.resolve(true);
    },
  });
  const self = {
    location: { origin },
    addEventListener: (name: string, listener: (event: Event) => void) =>
      listeners.set(name, listener),
    clients: {
      matchAll: () => Promise.resolve(tabs),
      openWindow: (url: string) => Promise.resolve(opened.push(url)),
    },
    registration: {
      showNotification: (title: string, options: Event) =>
        Promise.resolve(shown.push({ title, options })),
      getNotifications: () => Promise.resolve([{ close: () => closed.push("notification") }]),
      pushManager: {
        getSubscription: () => Promise.resolve(subscription),
        subscribe: () => Promise.resolve((subscription = aSubscription("renewed"))),
      },
    },
  };
  const fetch = (path: string, { body }: { body: string }) => {
    requests.push({ path, body: JSON.parse(body) });
    return Promise.resolve({ ok: status < 300 });
  };
  runInNewContext(source, { self, fetch, URL, encodeURIComponent, JSON, Promise });
  return {
    shown,
    opened,
    requests,
    closed,
    isSubscribed: () => subscription !== null,
    subscribe: (name: string) => (subscription = aSubscription(name)),
    dispatch: async (name: string, event: Event) => {
      const work: Promise<unknown>[] = [];
      listeners.get(name)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) });
      await Promise.all(work);
    },
  };
}

const message = (content: object) => ({ data: { json: () => content } });

it("shows a settled pick, and something for a message that it cannot read", async () => {
  const worker = startWorker();
  const content = {
    title: "Pick settled: won",
    body: "Celtics vs Heat, NBA",
    predictionId: "prd_1",
  };
  await worker.dispatch("push", message(content));
  await worker.dispatch("push", { data: null });
  expect(worker.shown).toMatchObject([
    {
      title: "Pick settled: won",
      options: {
        body: "Celtics vs Heat, NBA",
        tag: "prd_1",
        data: { path: "/predictions/prd_1" },
      },
    },
    { title: "A pick is settled", options: { data: { path: "/notices" } } },
  ]);
});

/** A tab that writes down what is done to it. */
const aTab = (path: string, log: string[], isControlled = true): Tab => ({
  url: `${origin}${path}`,
  focus: () => Promise.resolve(void log.push(`focus ${path}`)),
  navigate: (to) =>
    isControlled ? Promise.resolve(void log.push(`navigate ${to}`)) : Promise.reject(new Error()),
});

const click = (path: string) => ({ notification: { close: () => undefined, data: { path } } });

it("opens the prediction in the tab that shows it, else in the last used tab, else in a new one", async () => {
  const log: string[] = [];
  const tabs = [aTab("/history", log), aTab("/predictions/prd_1", log)];
  const worker = startWorker({ tabs });
  await worker.dispatch("notificationclick", click("/predictions/prd_1"));
  await worker.dispatch("notificationclick", click("/predictions/prd_2"));
  expect(log).toEqual([
    "focus /predictions/prd_1",
    "focus /history",
    `navigate ${origin}/predictions/prd_2`,
  ]);
  expect(worker.opened).toEqual([]);
  const foreign = startWorker({ tabs: [aTab("/history", log, false)] });
  await foreign.dispatch("notificationclick", click("/predictions/prd_3"));
  const alone = startWorker();
  await alone.dispatch("notificationclick", click("/predictions/prd_4"));
  expect([...foreign.opened, ...alone.opened]).toEqual([
    `${origin}/predictions/prd_3`,
    `${origin}/predictions/prd_4`,
  ]);
});

it("ends the subscription after a sign-out, closes what it showed and tells the server", async () => {
  const worker = startWorker({ status: 500 });
  worker.subscribe("mine");
  await worker.dispatch("message", { data: { signedOut: true } });
  expect(worker.isSubscribed()).toBe(false);
  expect(worker.closed).toEqual(["notification"]);
  expect(worker.requests).toEqual([
    { path: "/api/push-devices/forget", body: { endpoint: "https://push.test/mine" } },
  ]);
  await worker.dispatch("message", { data: { signedOut: true } });
  expect(worker.requests).toHaveLength(1);
});

it.each([
  ["keeps", 204, true],
  ["ends", 401, false],
])("%s a subscription that the browser renewed when the server answers %i", async (...of) => {
  const [, status, isKept] = of;
  const worker = startWorker({ status });
  const oldSubscription = worker.subscribe("old");
  await worker.dispatch("pushsubscriptionchange", { oldSubscription, newSubscription: null });
  expect(worker.requests).toEqual([
    {
      path: "/api/push-devices",
      body: { endpoint: "https://push.test/renewed", keys: { auth: "renewed" } },
    },
  ]);
  expect(worker.isSubscribed()).toBe(isKept);
});
