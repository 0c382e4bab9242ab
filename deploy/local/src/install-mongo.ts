import { existsSync } from "node:fs";
import { join } from "node:path";
import { devmongoJar, localDir } from "./paths.ts";
import { run } from "./run.ts";
import { hashOf, isStamped, stamp } from "./stamp.ts";

const project = join(localDir, "mongo");
const stampFile = `${devmongoJar}.stamp`;
const inputs = () => hashOf([join(project, "pom.xml"), join(project, "src")]);

/** True if devmongo is built from its current sources. */
export const isMongoInstalled = (): boolean =>
  existsSync(devmongoJar) && isStamped(stampFile, inputs());

/** Builds devmongo. Its own tests run in `make test`, not at every installation. */
export const installMongo = async (): Promise<void> => {
  await run("mvn", ["-B", "-q", "package", "-DskipTests"], { cwd: project });
  stamp(stampFile, inputs());
};
