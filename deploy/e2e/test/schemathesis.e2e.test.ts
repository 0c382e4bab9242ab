import { expect, inject, it } from "vitest";
import { logInAs, subscribe } from "../src/people.ts";
import { findFaults, installSchemathesis } from "../src/openapi/schemathesis.ts";

const product = inject("product");
const missing = await installSchemathesis();
if (missing) console.log(`schemathesis is skipped: ${missing}`);

const cookies = {
  visitor: async () => undefined,
  subscriber: async () => (await subscribe(product)).client.cookieHeader(),
  admin: async () => (await logInAs(product, "admin")).cookieHeader(),
};

it.skipIf(missing).concurrent.each(["visitor", "subscriber", "admin"] as const)(
  "schemathesis finds no server error and no undocumented response as %s",
  async (role) => {
    const cookie = await cookies[role]();
    expect(await findFaults({ url: product.url, cookie, maxExamples: 8 })).toBe("");
  },
);
