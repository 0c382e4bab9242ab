import { subscribe } from "@orbline/demo/buy-plan";
import { createClient, expectOk } from "@orbline/demo/http-client";
import { sports } from "@orbline/proto/constants/predictions";
import type { Product } from "@orbline/stack/product";
import { processStates } from "@orbline/stack/supervisor";
import { z } from "zod";
import { requestCounter } from "./counters.ts";
import { names } from "./goals.ts";
import type { LoadResult } from "./load.ts";
import type { Subject } from "./rounds.ts";
import { startWorker } from "./worker.ts";

/** A measured request, and the bare express that sends the same bodies. */
type MeasuredRequest = {
  name: string;
  reference: string;
  service: "billing" | "prediction";
  route: string;
  query?: string;
  /** The bodies of a POST, sent in turn; without them the request is a GET. */
  bodies?: string[];
  /** Share of a run's requests. */
  share: number;
  /** Part of every response; without it all responses must be identical. */
  includes?: string;
};

/** A user gets each pick once, so the predictions of a run are spread over many users and ranges. */
const subscriberCount = 200;

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
    bodies: sports.flatMap((sport) =>
      ["aggressive", "insane"].map((riskLevel) => JSON.stringify({ sport, riskLevel })),
    ),
    share: 1 / 10,
    includes: '"bets":[{',
  },
];

/** Requests to a running product through its gateway, each after a bare express that sends the same bodies. */
export async function startServices(product: Product) {
  const cookies = await makeSubscribers(product.url);
  const measured = [];
  for (const request of measuredRequests)
    measured.push({ ...request, ...(await productSubject(product, cookies, request)) });
  const sent = measured.flatMap(({ route, texts }) => texts.flatMap((text) => [route, text]));
  const worker = await startWorker("express", sent);
  const subjects = measured.flatMap(({ subject, reference, route, share, includes }): Subject[] => [
    {
      name: reference,
      pids: [worker.pid],
      share,
      call: {
        origin: `http://127.0.0.1:${worker.port}`,
        method: "GET",
        path: route,
        headers: cookies.map((cookie) => headersOf(cookie)),
        expected: { status: 200, includes },
      },
      check: () => Promise.resolve(),
    },
    subject,
  ]);
  return { subjects, stop: worker.stop };
}

/** The cookies of new users with a paid plan. */
async function makeSubscribers(url: string): Promise<string[]> {
  const cookies: string[] = [];
  while (cookies.length < subscriberCount) {
    const username = `bench_${cookies.length}`;
    const buyer = { username, password: "Correct-horse-1", email: `${username}@example.com` };
    cookies.push((await subscribe(url, buyer, "monthly")).cookieHeader());
  }
  return cookies;
}

/** One request through gateway and service, and a response to each of its bodies. */
async function productSubject(product: Product, cookies: string[], request: MeasuredRequest) {
  const { name, service, route, query = "", bodies, share } = request;
  const { url: origin, settings } = product;
  const { ports } = settings;
  const [cookie = ""] = cookies;
  const method = bodies ? "POST" : "GET";
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
  const texts: string[] = [];
  for (const body of bodies ?? [undefined]) {
    const headers = headersOf(cookie, body);
    const response = await createClient(origin).call(method, path, { headers, body });
    expectOk(response, path);
    texts.push(response.text);
  }
  await expectCounted(texts.length);
  const [text = ""] = texts;
  const { includes = text } = request;
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
      headers: cookies.map((each) => headersOf(each, bodies?.[0])),
      bodies,
      expected: { status: 200, includes },
    },
    check: async ({ requests, last }) => {
      await expectCounted(requests);
      if (bodies) await expectStored(origin, last);
    },
  };
  return { subject, texts, includes };
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

async function expectStored(origin: string, { body, headers }: LoadResult["last"]): Promise<void> {
  const { id } = idSchema.parse(JSON.parse(body));
  const path = "/api/predictions?limit=50";
  const history = await createClient(origin).call("GET", path, { headers });
  const { predictions } = historySchema.parse(expectOk(history, path));
  if (!predictions.some((stored) => stored.id === id))
    throw new Error(`prediction ${id} is in a response but not stored`);
}
