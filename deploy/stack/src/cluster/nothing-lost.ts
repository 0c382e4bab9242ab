import { setTimeout as delay } from "node:timers/promises";
import { type DataService, databaseOf, dataServices } from "@orbline/kit/mongo/access";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { createLogger } from "@orbline/kit/observability/logger";
import type { Cluster } from "./cluster.ts";
import type { Subscriber } from "./load.ts";

/** What clients know to be done. */
export type Done = {
  buyers: Subscriber[];
  /** Ids of the predictions that each username got. */
  predictions: Map<string, string[]>;
  /** Requests that no service took in time, or refused. */
  failures: string[];
};

const patienceMs = 90_000;

type Database = Awaited<ReturnType<typeof connectMongo>>;
type Databases = Record<DataService, Database>;

/**
 * Compares what clients know with the databases and the payment sandbox, once the services had time to finish.
 * Returns a line for everything that is missing or exists twice.
 */
export async function findFaults(cluster: Cluster, done: Done): Promise<string[]> {
  const databases = await openDatabases(cluster);
  try {
    const end = Date.now() + patienceMs;
    for (;;) {
      const faults = await compare(cluster, databases, done);
      if (faults.length === 0 || Date.now() > end) return faults;
      await delay(1_000);
    }
  } finally {
    for (const database of Object.values(databases)) await database.close();
  }
}

async function compare(cluster: Cluster, databases: Databases, done: Done): Promise<string[]> {
  const ids = await userIds(databases.identity, done.buyers);
  const faults = done.buyers.flatMap(({ username }) =>
    ids.has(username) ? [] : [`${username} has no account`],
  );
  const charges = await chargesByEmail(cluster);
  for (const [username, userId] of ids) {
    const count = charges.get(`${username}@orbline.example`) ?? 0;
    if (count !== 1) faults.push(`${username} was charged ${count} times`);
    faults.push(...(await purchaseFaults(databases, username, userId)));
    faults.push(
      ...(await predictionFaults(databases, userId, done.predictions.get(username) ?? [])),
    );
  }
  return faults;
}

async function purchaseFaults({ billing, admin }: Databases, username: string, userId: string) {
  const payments = await billing.collection("payments").countDocuments({ userId });
  const view = await admin
    .collection<{ _id: string; subscription?: { status?: string } }>("user_views")
    .findOne({ _id: userId });
  return [
    ...(payments === 1 ? [] : [`${username} has ${payments} payments`]),
    ...(view?.subscription?.status === "active"
      ? []
      : [`admin shows ${username} as ${view?.subscription?.status}`]),
  ];
}

async function predictionFaults({ prediction }: Databases, userId: string, returned: string[]) {
  type Stored = { _id: string; userId: string };
  const stored = await prediction.collection<Stored>("predictions").find({ userId }).toArray();
  const storedIds = stored.map(({ _id }) => _id);
  const leaves = await prediction
    .collection<{ predictionId: string }>("leaves")
    .find({ userId })
    .toArray();
  const lost = returned.filter((id) => !storedIds.includes(id));
  const unknown = storedIds.filter((id) => !returned.includes(id));
  const twice = returned.length - new Set(returned).size;
  return [
    ...lost.map((id) => `prediction ${id} is lost`),
    ...unknown.map((id) => `prediction ${id} was made, and no client knows it`),
    ...(twice === 0 ? [] : [`${twice} predictions were returned to two clicks`]),
    ...(leaves.length === stored.length &&
    new Set(leaves.map((leaf) => leaf.predictionId)).size === stored.length
      ? []
      : [`${stored.length} predictions of ${userId} have ${leaves.length} leaves`]),
  ];
}

async function userIds(identity: Database, buyers: Subscriber[]): Promise<Map<string, string>> {
  const names = new Map(buyers.map(({ username }) => [username.toLowerCase(), username]));
  const found = await identity
    .collection<{ _id: string; usernameLower: string }>("users")
    .find({ usernameLower: { $in: [...names.keys()] } })
    .toArray();
  return new Map(found.map(({ _id, usernameLower }) => [names.get(usernameLower) ?? "", _id]));
}

/** Successful charges at the payment sandbox by the customer's address. */
async function chargesByEmail({ layout, secrets }: Cluster): Promise<Map<string, number>> {
  const origin = `http://127.0.0.1:${layout.shared.ports.STRIPE_SANDBOX_PORT}`;
  const headers = { authorization: `Bearer ${secrets.STRIPE_SECRET_KEY}` };
  const counts = new Map<string, number>();
  let after = "";
  for (;;) {
    const response = await fetch(`${origin}/v1/charges?limit=100${after}`, { headers });
    const page = (await response.json()) as {
      data: { id: string; paid: boolean; billing_details: { email: string | null } }[];
      has_more: boolean;
    };
    for (const {
      paid,
      billing_details: { email },
    } of page.data)
      if (paid && email) counts.set(email, (counts.get(email) ?? 0) + 1);
    if (!page.has_more) return counts;
    after = `&starting_after=${page.data.at(-1)?.id}`;
  }
}

async function openDatabases({ layout }: Cluster): Promise<Databases> {
  const logger = createLogger({ service: "cluster", level: "silent" });
  const origin = `mongodb://127.0.0.1:${layout.shared.ports.MONGO_PORT}`;
  const open = async (name: DataService) =>
    [name, await connectMongo({ url: `${origin}/${databaseOf(name)}`, logger })] as const;
  return Object.fromEntries(await Promise.all(dataServices.map(open))) as Databases;
}
