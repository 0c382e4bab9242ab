import { connectMongo } from "@orbline/kit/mongo/connection";
import { migrate, type Migration } from "@orbline/kit/mongo/migrations";
import { createLogger } from "@orbline/kit/observability/logger";
import { testEngines } from "@orbline/kit/testing/engines";
import { expect, it } from "vitest";
import { migrations as admin } from "../../../services/admin/src/store/migrations.ts";
import { migrations as billing } from "../../../services/billing/src/store/migrations.ts";
import { migrations as identity } from "../../../services/identity/src/store/migrations.ts";
import { migrations as prediction } from "../../../services/prediction/src/store/migrations.ts";

const services: [string, Migration[]][] = Object.entries({ admin, billing, identity, prediction });

it.each(services)(
  "lets every collection of %s be sharded: no index but that of _id is unique",
  async (service, migrations) => {
    const logger = createLogger({ service: "test", level: "silent" });
    const url = `${testEngines().mongoUrl}_${service}_indexes`;
    const connection = await connectMongo({ url, logger });
    try {
      await migrate(connection, migrations);
      const collections = await connection.listCollections();
      expect(collections.length).toBeGreaterThan(3);
      const unique: string[] = [];
      for (const { name } of collections) {
        const indexes = await connection.collection(name).indexes();
        const other = indexes.filter((index) => index["unique"] && index.name !== "_id_");
        unique.push(...other.map((index) => `${name}.${index.name}`));
      }
      expect(unique).toEqual([]);
    } finally {
      await connection.dropDatabase();
      await connection.close();
    }
  },
);
