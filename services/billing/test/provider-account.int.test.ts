import { createLogger } from "@orbline/kit/observability/logger";
import { testLifecycle } from "@orbline/kit/testing/lifecycle";
import { providerPrices } from "@orbline/proto/constants/plans";
import { createSandbox } from "@orbline/stripe-sandbox/sandbox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { start } from "../src/main.ts";
import { startSystem, type System } from "./service.ts";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

it("does not start with a key of another Stripe account", async () => {
  const secretKey = "sk_test_of_another_account";
  const other = createSandbox({
    secretKey,
    catalog: providerPrices,
    webhookSecret: "whsec_of_another_account",
  });
  const { url } = await other.listen(0);
  const { lifecycle, stop } = testLifecycle();
  const config = readConfig({
    ...system.env,
    GRPC_PORT: "0",
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_API_BASE: url,
  });
  const logger = createLogger({ service: "test", level: "silent" });
  await expect(start({ config, logger, lifecycle })).rejects.toMatchObject({
    code: "payments.other-account",
  });
  await stop();
  await other.close();
});

it("starts while Stripe does not respond, and checks the account before the first call", async () => {
  const { lifecycle, stop } = testLifecycle();
  const failure = { method: "GET", path: "/v1/account" } as const;
  system.sandbox.control.failNext({ ...failure, times: 100 });
  const config = readConfig({ ...system.env, GRPC_PORT: "0" });
  const logger = createLogger({ service: "test", level: "silent" });
  const { port } = await start({ config, logger, lifecycle });
  const diagnose = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`);
    return response.status;
  };
  expect(await diagnose()).toBe(200);
  system.sandbox.control.clearFailures();
  await stop();
});
