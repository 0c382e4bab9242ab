import { createClient, expectOk, signIn } from "@orbline/demo/http-client";
import type { Product } from "@orbline/stack/product";
import { processStates } from "@orbline/stack/supervisor";
import { z } from "zod";
import { requestCounter } from "./counters.ts";
import { type MeasuredRequest, measuredRequests } from "./requests.ts";
import type { Subject } from "./rounds.ts";
import { startWorker } from "./worker.ts";

/** Requests to a running product through its gateway, each after a bare express that sends the same body. */
export async function startServices(product: Product) {
  const subscriber = product.logins.find(({ who }) => who === "subscriber");
  if (!subscriber) throw new Error("there is no demo subscriber");
  const cookies: string[] = [];
  while (cookies.length < 4) cookies.push((await signIn(product.url, subscriber)).cookieHeader());
  const measured = [];
  for (const request of measuredRequests)
    measured.push({ ...(await productSubject(product, cookies, request)), ...request });
  const bodies = measured.map(({ route, text }) => [route, JSON.parse(text) as unknown]);
  const worker = await startWorker("express", [JSON.stringify(Object.fromEntries(bodies))]);
  const subjects = measured.flatMap(({ subject, reference, route, text, share }): Subject[] => [
    {
      name: reference,
      pids: [worker.pid],
      share,
      call: {
        origin: `http://127.0.0.1:${worker.port}`,
        method: "GET",
        path: route,
        headers: cookies.map((cookie) => headersOf(cookie)),
        expected: { status: 200, includes: text },
      },
      check: () => Promise.resolve(),
    },
    subject,
  ]);
  return { subjects, stop: worker.stop };
}

/** One request through gateway and service, and the body of its response. */
async function productSubject(product: Product, cookies: string[], request: MeasuredRequest) {
  const { name, method, route, query = "", body, share, includes } = request;
  const { url: origin } = product;
  const [cookie = ""] = cookies;
  const path = `${route}${query}`;
  const { pids, expect } = await processesOf(product, request);
  const headers = headersOf(cookie, body);
  const response = await createClient(origin).call(method, path, { headers, body });
  expectOk(response, path);
  await expect(1);
  const subject: Subject = {
    name,
    pids,
    share,
    call: {
      origin,
      method,
      path,
      headers: cookies.map((each) => headersOf(each, body)),
      body,
      expected: { status: 200, includes: includes ?? response.text },
    },
    check: async ({ requests, lastBody }) => {
      await expect(requests);
      if (method === "POST") await expectStored(origin, cookie, lastBody);
    },
  };
  return { subject, text: response.text };
}

const portOf = { billing: "BILLING_PORT", prediction: "PREDICTION_PORT" } as const;

/** The gateway and one service of a product, and a check that both counted the requests of a route. */
async function processesOf({ settings }: Product, { service, route }: MeasuredRequest) {
  const { ports } = settings;
  const states = await processStates(settings);
  const pids = states
    .filter(({ name }) => name === "gateway" || name === service)
    .map(({ pid }) => pid);
  const counters = await Promise.all(
    [ports.GATEWAY_INTERNAL_PORT, ports[portOf[service]]].map((port) =>
      requestCounter(`http://127.0.0.1:${port}`, route),
    ),
  );
  return {
    pids,
    expect: async (requests: number): Promise<void> => {
      for (const counter of counters) await counter.expect(requests);
    },
  };
}

function headersOf(cookie: string, body?: string): Record<string, string> {
  return {
    accept: "application/json",
    "user-agent": "bench",
    cookie,
    ...(body !== undefined && { "content-type": "application/json" }),
  };
}

const idSchema = z.object({ id: z.string() });
const historySchema = z.object({ predictions: z.array(idSchema) });

async function expectStored(origin: string, cookie: string, response: string): Promise<void> {
  const { id } = idSchema.parse(JSON.parse(response));
  const path = "/api/predictions?limit=50";
  const history = await createClient(origin).call("GET", path, { headers: { cookie } });
  const { predictions } = historySchema.parse(expectOk(history, path));
  if (!predictions.some((stored) => stored.id === id))
    throw new Error(`prediction ${id} is in a response but not stored`);
}
