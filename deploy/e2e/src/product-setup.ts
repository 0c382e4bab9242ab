import { startProduct } from "@orbline/stack/product";
import type { TestProject } from "vitest/node";
import { type ProductInfo, describeProduct } from "./product-info.ts";

declare module "vitest" {
  interface ProvidedContext {
    product: ProductInfo;
  }
}

/** Many test people come from one address, so its limits are out of the way. */
const unlimited = {
  RATE_GENERAL_PER_MINUTE: "100000",
  RATE_LOGIN_PER_MINUTE: "100000",
  RATE_REGISTER_PER_MINUTE: "100000",
  RATE_CHECKOUT_PER_MINUTE: "100000",
};

/** Days of grace after a failed charge: some thirteen seconds, so that a test can see their end. */
const graceDays = "0.00015";

/** Webhooks that a test drops stay lost until it sends them. */
const neverInARun = "86400";

/** Seconds that a deletion waits for requests that are under way; a test that waits for its end need not wait more. */
const settleSeconds = "2";

/** Starts one product for the whole test run, on ports and data of its own. */
export const setup = async (project: TestProject) => {
  const env = {
    ...unlimited,
    GRACE_DAYS: graceDays,
    POLL_SECONDS: neverInARun,
    DELETION_SETTLE_SECONDS: settleSeconds,
  };
  const product = await startProduct({ env });
  project.provide("product", describeProduct(product));
  return product.stop;
};
