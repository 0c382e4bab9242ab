import type { Product } from "@orbline/stack/product";
import { z } from "zod";
import { type Asked, asked } from "./asked.ts";
import { chainOf } from "./chain.ts";
import { startHelper } from "./helper.ts";
import type { Subject } from "./rounds.ts";
import { newestPredictions, read, signIn } from "./visitor.ts";

const headersOf = (cookie: string, body?: string) => ({
  accept: "application/json",
  "user-agent": "bench",
  cookie,
  ...(body !== undefined && { "content-type": "application/json" }),
});

const predictionSchema = z.object({ id: z.string() });

const expectStored = async (origin: string, cookie: string, answer: string) => {
  const { id } = predictionSchema.parse(JSON.parse(answer));
  if ((await newestPredictions(origin, cookie)).includes(id)) return;
  throw new Error(`prediction ${id} was answered and is not stored`);
};

/** One answer through gateway and service, and the body that it has now. */
const productSubject = async (product: Product, cookies: string[], one: Asked) => {
  const { name, method, route, query = "", body, share, includes } = one;
  const { url: origin } = product;
  const [cookie = ""] = cookies;
  const path = `${route}${query}`;
  const { pids, expect } = await chainOf(product, one);
  const init = { method, headers: headersOf(cookie, body), ...(body !== undefined && { body }) };
  const answer = await read(`${origin}${path}`, init);
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
      ...(body !== undefined && { body }),
      expected: { status: 200, includes: includes ?? answer },
    },
    check: async ({ requests, lastBody }) => {
      await expect(requests);
      if (method === "POST") await expectStored(origin, cookie, lastBody);
    },
  };
  return { subject, answer };
};

/** Answers of a running product through its gateway, each after a bare express that answers the same body. */
export const startServicesGroup = async (product: Product) => {
  const subscriber = product.logins.find(({ who }) => who === "subscriber");
  if (!subscriber) throw new Error("there is no demo subscriber");
  const cookies: string[] = [];
  while (cookies.length < 4) cookies.push(await signIn(product.url, subscriber));
  const measured = [];
  for (const one of asked)
    measured.push({ ...(await productSubject(product, cookies, one)), ...one });
  const answers = measured.map(({ route, answer }) => [route, JSON.parse(answer) as unknown]);
  const helper = await startHelper("express-process.ts", [
    JSON.stringify(Object.fromEntries(answers)),
  ]);
  const { port } = z.object({ port: z.number() }).parse(helper.ready);
  const subjects = measured.flatMap(({ subject, reference, route, answer, share }): Subject[] => [
    {
      name: reference,
      pids: [helper.pid],
      share,
      call: {
        origin: `http://127.0.0.1:${port}`,
        method: "GET",
        path: route,
        headers: cookies.map((cookie) => headersOf(cookie)),
        expected: { status: 200, includes: answer },
      },
      check: () => Promise.resolve(),
    },
    subject,
  ]);
  return { subjects, stop: helper.stop };
};
