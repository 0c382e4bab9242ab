import { setTimeout as delay } from "node:timers/promises";
import { subscribe } from "@orbline/demo/buy-plan";
import { type Client, createClient, expectOk, signIn } from "@orbline/demo/http-client";
import { sports } from "@orbline/proto/constants/predictions";
import type { Settings } from "@orbline/stack/configuration/settings";
import type { Product } from "@orbline/stack/product";
import { processStates } from "@orbline/stack/supervisor";
import { cpuMs } from "./proc.ts";

/** CPU milliseconds of each process for one unit of work; `idle` is one second. */
export type Cost = { name: string; cpuMs: Record<string, number> };

type Work = { name: string; count: number; run: (index: number) => Promise<void> };

const idleMs = 20_000;
/** Time in which events, webhooks and emails are handled after the last response. */
const settleMs = 5_000;

/** The requests of a page view of a signed-in user whose browser has the files. */
const visit = ["/", "/api/user", "/api/subscription/status", "/api/predictions?limit=10"];

/**
 * Measures the CPU of every process of a product for one unit of each kind of work. Units run one after another. Under load
 * a unit costs less, because commands to the engines are batched.
 */
export async function measureWork(product: Product): Promise<Cost[]> {
  const { url, settings, logins } = product;
  const password = "Correct-horse-1";
  const buyers: { username: string; client: Client }[] = [];
  const buyer = (index: number) => {
    const found = buyers[index % buyers.length];
    if (!found) throw new Error("no user has bought a plan");
    return found;
  };
  const admin = logins.find(({ who }) => who === "admin");
  if (!admin) throw new Error("there is no demo admin");
  const adminClient = await signIn(url, admin);
  const works: Work[] = [
    {
      name: "purchase",
      count: 20,
      run: async () => {
        const username = `work_${buyers.length}_${Math.random().toString(36).slice(2, 8)}`;
        const email = `${username}@example.com`;
        const client = await subscribe(url, { username, password, email }, "monthly");
        buyers.push({ username, client });
      },
    },
    {
      name: "sign-in",
      count: 20,
      run: async (index) => {
        const { username } = buyer(index);
        expectOk(await createClient(url).post("/api/login", { username, password }), "login");
      },
    },
    {
      name: "visit",
      count: 150,
      run: async (index) => {
        for (const path of visit) await read(buyer(index).client, path);
      },
    },
    {
      name: "prediction",
      count: 400,
      run: async (index) => {
        const sport = sports[index % sports.length];
        const riskLevel = index % 2 === 0 ? "aggressive" : "insane";
        // The server stores equal requests once.
        const body = { sport, riskLevel, stake: 1 + (index % 1_000), forceNew: true };
        expectOk(await buyer(index).client.post("/api/new-prediction", body), "prediction");
      },
    },
    {
      name: "admin's list",
      count: 60,
      run: () => read(adminClient, "/api/admin/users/subscriptions?limit=50"),
    },
  ];
  for (const work of works) await repeat({ ...work, count: work.count / 2 });
  const idle = await costOf(settings, () => delay(idleMs));
  const costs = [{ name: "idle", cpuMs: scale(idle.cpuMs, 1_000 / idle.passedMs) }];
  for (const work of works) {
    const { cpuMs: spent, passedMs } = await costOf(settings, async () => {
      await repeat(work);
      await delay(settleMs);
    });
    const own = Object.entries(spent).map(([name, ms]) => {
      const atRest = ((idle.cpuMs[name] ?? 0) * passedMs) / idle.passedMs;
      return [name, Math.max(0, ms - atRest)] as const;
    });
    costs.push({ name: work.name, cpuMs: scale(Object.fromEntries(own), 1 / work.count) });
  }
  return costs;
}

async function read(client: Client, path: string): Promise<void> {
  expectOk(await client.get(path), path);
}

async function repeat({ count, run }: Work): Promise<void> {
  for (let index = 0; index < count; index += 1) await run(index);
}

async function costOf(settings: Settings, work: () => Promise<void>) {
  const before = await used(settings);
  const startedAt = performance.now();
  await work();
  const passedMs = performance.now() - startedAt;
  const after = await used(settings);
  const spent = Object.entries(after).map(([name, ms]) => [name, ms - (before[name] ?? 0)]);
  return { passedMs, cpuMs: Object.fromEntries(spent) as Record<string, number> };
}

async function used(settings: Settings): Promise<Record<string, number>> {
  const states = await processStates(settings);
  const running = states.filter((state) => state.is_running);
  return Object.fromEntries(running.map(({ name, pid }) => [name, cpuMs([pid])]));
}

function scale(values: Record<string, number>, factor: number): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([name, ms]) => [name, ms * factor]));
}
