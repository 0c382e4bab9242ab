import { runMigrations } from "@orbline/kit/process/migrate";
import { migrations } from "../store/migrations.ts";

await runMigrations("identity", migrations);
