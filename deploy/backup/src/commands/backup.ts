// npm run backup -- --to DIR: writes all databases and state topics into an empty folder
import { backUp } from "../backup.ts";
import { runOnFolder } from "./run.ts";

const usage = `Writes all databases and state topics into an empty folder. Stop the services first.

  npm run backup -- --to DIR

Without MONGO_URL and KAFKA_BROKERS it reads the data of this checkout's product.
Keys and tokens are not in the backup: keep them apart.
`;

await runOnFolder("to", usage, backUp);
