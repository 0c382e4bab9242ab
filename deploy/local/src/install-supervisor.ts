import { join } from "node:path";
import { goProgram } from "./go-program.ts";
import { localDir, supervisorBinary } from "./paths.ts";

/** The supervisor, process-compose. */
export const supervisor = goProgram({
  project: join(localDir, "process-compose"),
  source: "github.com/f1bonacc1/process-compose/src",
  binary: supervisorBinary,
});
