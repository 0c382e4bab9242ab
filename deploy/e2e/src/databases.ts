import { createLogger } from "@orbline/kit/observability/logger";
import { databaseOf, dataServices } from "@orbline/kit/mongo/access";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { connectRedis } from "@orbline/kit/redis/connection";
import type { ProductInfo } from "./product/info.ts";

const logger = createLogger({ service: "e2e", level: "silent" });

/**
 * Makes a user an admin who has no second factor yet, with a name that begins with `admin_`. Sessions get the role at the
 * next sign-in, by email.
 */
export const makeAdmin = async (
  { settings: { ports } }: ProductInfo,
  userId: string,
): Promise<void> => {
  const url = `mongodb://127.0.0.1:${ports.MONGO_PORT}/${databaseOf("identity")}`;
  const connection = await connectMongo({ url, logger });
  const users = connection.collection<{ _id: string; role: string; username: string }>("users");
  const username = `admin_${userId.slice(-12)}`;
  await users.updateOne({ _id: userId }, { $set: { role: "admin", username } });
  await connection.close();
};

/** Connects to the databases of all services to search them for data about a person. */
export const openDatabases = async ({ settings: { ports }, redisUrl }: ProductInfo) => {
  const databases = await Promise.all(
    dataServices.map(async (service) => {
      const url = `mongodb://127.0.0.1:${ports.MONGO_PORT}/${databaseOf(service)}`;
      return { service, connection: await connectMongo({ url, logger }) };
    }),
  );
  const redis = await connectRedis({ url: redisUrl, logger });

  const inMongo = async (word: string) => {
    const found: string[] = [];
    for (const { service, connection } of databases)
      for (const { name } of await connection.listCollections())
        for await (const document of connection.collection(name).find({}))
          if (JSON.stringify(document).includes(word)) found.push(`${service}.${name}`);
    return found;
  };

  const inRedis = async (word: string) => {
    const keys = await redis.keys("*");
    const values = await Promise.all(
      keys.map(async (key) => ((await redis.type(key)) === "string" ? await redis.get(key) : null)),
    );
    return keys.some((key, index) => `${key} ${values[index]}`.includes(word)) ? ["redis"] : [];
  };

  return {
    /** The places that contain a word: `service.collection` or `redis`, each once. */
    whereIs: async (word: string): Promise<string[]> =>
      [...new Set([...(await inMongo(word)), ...(await inRedis(word))])].toSorted(),
    close: async (): Promise<void> => {
      redis.destroy();
      await Promise.all(databases.map(({ connection }) => connection.close()));
    },
  };
};
