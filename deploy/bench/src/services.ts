import { createClient, expectOk, signIn } from "@orbline/demo/http-client";
import type { Product } from "@orbline/stack/product";
import { processStates } from "@orbline/stack/supervisor";
import { z } from "zod";
import { requestCounter } from "./counters.ts";
import { names } from "./goals.ts";
import type { Subject } from "./rounds.ts";
import { startWorker } from "./worker.ts";

/** A measured request, and the bare express that it is compared with. */
type MeasuredRequest = {
  name: string;
  reference: string;
  service: "billing" | "prediction";
  route: string;
  query?: string;
  /** The body of a POST; without it the request is a GET. */
  body?: string;
  /** Share of a run's requests. */
  share: number;
  /** Part of every response; without it all responses must be identical. */
  includes?: string;
};

/**
 * The plans are a constant of billing and the smallest response, a slate is the largest response from memory, and each
 * prediction is a write to the database. All requests have a session, so the gateway resolves and asserts their user.
 */
const measuredRequests: MeasuredRequest[] = [
  {
    name: names.plans,
    reference: names.express,
    service: "billing",
    route: "/api/plans",
    share: 1,
  },
  {
    name: names.slate,
    reference: names.expressSlate,
    service: "prediction",
    route: "/api/slate",
    query: "?sport=nba",
    share: 1 / 2,
    // The body contains its age.
    includes: '"kind":"simulated"',
  },
  {
    name: names.stored,
    reference: names.expressPrediction,
    service: "prediction",
    route: "/api/new-prediction",
    body: JSON.stringify({ sport: "nba", riskLevel: "aggressive", requestCount: 1 }),
    share: 1 / 10,
    includes: '"bets":[{',
  },
];

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
  const { name, service, route, query = "", body, share, includes } = request;
  const { url: origin, settings } = product;
  const { ports } = settings;
  const [cookie = ""] = cookies;
  const method = body === undefined ? "GET" : "POST";
  const path = `${route}${query}`;
  const servicePort = service === "billing" ? ports.BILLING_PORT : ports.PREDICTION_PORT;
  const counters = await Promise.all(
    [ports.GATEWAY_INTERNAL_PORT, servicePort].map((port) =>
      requestCounter(`http://127.0.0.1:${port}`, route),
    ),
  );
  const expectCounted = async (requests: number) => {
    for (const counter of counters) await counter.expect(requests);
  };
  const headers = headersOf(cookie, body);
  const response = await createClient(origin).call(method, path, { headers, body });
  expectOk(response, path);
  await expectCounted(1);
  const states = await processStates(settings);
  const subject: Subject = {
    name,
    pids: states
      .filter((state) => state.name === "gateway" || state.name === service)
      .map(({ pid }) => pid),
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
      await expectCounted(requests);
      if (method === "POST") await expectStored(origin, cookie, lastBody);
    },
  };
  return { subject, text: response.text };
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
