// npm run restore -- --from DIR: restores a backup into empty engines
import { restore } from "../restore.ts";
import { runOnFolder } from "./run.ts";

const usage = `Restores a backup into empty databases and topics. Start the services afterwards.

  npm run restore -- --from DIR

Without MONGO_URL and KAFKA_BROKERS it restores the data of this checkout's product.
`;

await runOnFolder("from", usage, restore);
