import { hasPython } from "@orbline/engines/install";
import { expect, inject, it } from "vitest";
import { logInNewAdmin, subscribe } from "../../src/people.ts";
import { findFaults, installSchemathesis } from "../../src/openapi/schemathesis.ts";

const product = inject("product");
const runnable = await hasPython();
if (runnable) await installSchemathesis();
else console.log("schemathesis is skipped: python3 with venv and ensurepip is missing");

const cookies = {
  visitor: async () => undefined,
  subscriber: async () => (await subscribe(product)).client.cookieHeader(),
  admin: async () => (await logInNewAdmin(product)).cookieHeader(),
};

it.skipIf(!runnable).concurrent.each(["visitor", "subscriber", "admin"] as const)(
  "schemathesis finds no server error and no undocumented response as %s",
  async (role) => {
    const cookie = await cookies[role]();
    expect(await findFaults({ url: product.url, cookie, maxExamples: 8 })).toBe("");
  },
);
