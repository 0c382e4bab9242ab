import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { demoLogins } from "@orbline/demo/seed";
import { repoRoot } from "@orbline/engines/paths";
import { ensureSecrets } from "@orbline/stack/configuration/secrets";
import { loadSettings } from "@orbline/stack/configuration/settings";
import { startProduct } from "@orbline/stack/product";
import type { TestProject } from "vitest/node";
import { findCanaries, findOutages, readLogs } from "../logs.ts";
import { password } from "../people.ts";
import { type ProductInfo, describeProduct } from "./info.ts";

declare module "vitest" {
  interface ProvidedContext {
    product: ProductInfo;
  }
}

/** Many test people share one address, so its limits are raised. */
const unlimited = {
  RATE_GENERAL_PER_MINUTE: "100000",
  RATE_LOGIN_PER_MINUTE: "100000",
  RATE_REGISTER_PER_MINUTE: "100000",
  RATE_CHECKOUT_PER_MINUTE: "100000",
  RATE_PAYMENT_READS_PER_MINUTE: "100000",
  RATE_PAGES_PER_MINUTE: "100000",
  RATE_PER_USER_PER_MINUTE: "100000",
  PREDICTIONS_PER_MINUTE: "100000",
  TRIAL_PREDICTIONS_PER_MINUTE: "300",
};

/** The grace period after a failed charge in days: about thirteen seconds, so that a test can see its end. */
const graceDays = "0.00015";

/** No poll runs during a test run, so that dropped webhooks stay lost until a test resends them. */
const pollSeconds = "86400";

/** Seconds that a deletion waits for requests in flight; short, because tests wait for the end of deletions. */
const settleSeconds = "2";

/** Journeys use the default library, system tests the other one, unless KAFKA_CLIENT names one for both. */
const kafkaClient = ({ name }: TestProject) =>
  process.env["KAFKA_CLIENT"] ?? (name === "e2e-system" ? "platformatic" : "kafkajs");

/** The running demo product whose `secrets.env` is in a folder. Tests reach its published ports only. */
function runningProduct(folder: string): ProductInfo {
  const settings = loadSettings();
  const dataDir = resolve(repoRoot, folder);
  if (!existsSync(join(dataDir, "secrets.env"))) throw new Error(`${dataDir} has no secrets.env`);
  const secrets = ensureSecrets(dataDir);
  return describeProduct({
    url: settings.publicOrigin,
    logins: demoLogins(secrets),
    settings,
    secrets,
  });
}

/**
 * Starts one product for the whole test run, with its own ports and data. At its end it prints outages, which explain a 503
 * that a test met, and no log may contain a secret or personal data. With `E2E_PRODUCT` tests use the running product
 * whose secrets are in that folder.
 */
export const setup = async (project: TestProject) => {
  const folder = process.env["E2E_PRODUCT"];
  if (folder) return project.provide("product", runningProduct(folder));
  const env = {
    ...unlimited,
    GRACE_DAYS: graceDays,
    POLL_SECONDS: pollSeconds,
    DELETION_SETTLE_SECONDS: settleSeconds,
    KAFKA_CLIENT: kafkaClient(project),
    PUSH_ALLOW_LOOPBACK: "true",
  };
  const product = await startProduct({ env });
  project.provide("product", describeProduct(product));
  return async () => {
    const secrets: Record<string, string> = {
      ...product.secrets,
      "test person's password": password,
    };
    const logs = readLogs(product.settings.dataDir);
    const outages = findOutages(logs);
    if (outages.length > 0) console.warn(`outages during the run:\n${outages.join("\n")}`);
    const found = findCanaries(logs, secrets);
    await product.stop();
    if (found.length > 0)
      throw new Error(`the logs of the run contain secrets or personal data:\n${found.join("\n")}`);
  };
};
