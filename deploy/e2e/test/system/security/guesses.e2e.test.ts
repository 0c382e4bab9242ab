import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, expectOk } from "@orbline/demo/http-client";
import { expect, inject, it } from "vitest";
import { mailedLink } from "../../../src/mails.ts";
import { emailOf, password, register } from "../../../src/people.ts";

const product = inject("product");

/** Seconds of wrong guesses. */
const guessMs = Number(process.env["GUESS_SECONDS"] ?? 6) * 1_000;
const guessers = 8;

/** Guesses once from an address of this machine. Linux answers to all of 127.0.0.0/8. */
const guessFrom = (localAddress: string, username: string) =>
  new Promise<number>((resolve, reject) => {
    const body = JSON.stringify({ username, password: "Wrong-horse-1" });
    const headers = { "content-type": "application/json", "content-length": body.length };
    const options = { method: "POST", localAddress, headers, agent: false, timeout: 60_000 };
    request(`${product.url}/api/login`, options, (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    })
      .on("error", reject)
      .on("timeout", () => reject(new Error("a guess got no response")))
      .end(body);
  });

/** Guesses one account's password from a new address each time. Returns how often each status came. */
const guess = async (username: string, signal: AbortSignal) => {
  const statuses: Record<number, number> = {};
  let addresses = 0;
  const loop = async () => {
    while (!signal.aborted) {
      addresses += 1;
      const address = `127.${1 + Math.floor(addresses / 62_500)}.${Math.floor(addresses / 250) % 250}.${1 + (addresses % 250)}`;
      const status = await guessFrom(address, username);
      statuses[status] = (statuses[status] ?? 0) + 1;
      await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: guessers }, loop));
  return statuses;
};

it(
  "lets the owner in on a known device every time, and by the emailed link on a new one, while others guess",
  async () => {
    const { name: username, client: known } = await register(product);
    const email = emailOf(username);
    const verify = new URL(await mailedLink(product, email, "/verify-email"));
    const token = verify.searchParams.get("token");
    expectOk(await known.post("/api/email/verify", { token }), "verification");

    const attack = new AbortController();
    const guessing = guess(username, attack.signal);
    const endsAt = performance.now() + guessMs;
    const logins: number[] = [];
    while (performance.now() < endsAt) {
      logins.push((await known.post("/api/login", { username, password })).status);
      await sleep(500);
    }

    const fresh = createClient(product.url);
    const first = (await fresh.post("/api/login", { username, password })).status;
    expectOk(await fresh.post("/api/password/forgot", { email }), "request of a link");
    const link = new URL(await mailedLink(product, email, "/reset-password"));
    const next = { token: link.searchParams.get("token"), password: "Another-horse-2" };
    expectOk(await fresh.post("/api/password/reset", next), "reset");
    const second = await fresh.post("/api/login", { username, password: next.password });
    attack.abort();
    const statuses = await guessing;
    console.log(`guesses for ${guessMs / 1_000} s from as many addresses`, {
      statuses,
      ownerOnKnownDevice: logins.length,
      ownerOnNewDevice: [first, second.status],
    });
    expect(statuses[429]).toBeGreaterThan(0);
    expect(new Set(logins)).toEqual(new Set([200]));
    expect(second.status).toBe(200);
  },
  guessMs + 600_000,
);
