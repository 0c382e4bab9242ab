import { createClient } from "@orbline/demo/http-client";
import { eventually } from "@orbline/kit/testing/eventually";
import type { CheckoutResponse, DirectSignupResponse } from "@orbline/proto/http/billing/checkout";
import type { GuardrailsResponse } from "@orbline/proto/http/prediction/guardrails";
import { expect, inject, it } from "vitest";
import { openDatabases } from "../../src/databases.ts";
import { emailOf, newName, password, register, subscribe } from "../../src/people.ts";

const product = inject("product");
const patient = { timeoutMs: 100_000, everyMs: 500 };

it("refuses every purchase with the address of a deleted account until the end date", async () => {
  const { client, name } = await subscribe(product, { plan: "monthly" });
  const email = emailOf(name);
  const exclusion = { months: 6, understood: true };
  const excluded = await client.post<GuardrailsResponse>(
    "/api/guardrails/self-exclusion",
    exclusion,
  );
  expect(excluded.status).toBe(200);
  const refusal = expect.stringMatching(
    /^We cannot sell a plan with this email address\./,
  ) as string;
  expect((await client.post("/api/user/delete", { password })).status).toBe(202);

  const databases = await openDatabases(product);
  // The account is removed last.
  await eventually(async () => expect(await databases.whereIs(name)).toEqual([]), patient);
  await databases.close();

  const again = createClient(product.url);
  const account = { username: newName(), password, email };
  expect((await again.post("/api/register", account)).status).toBe(201);
  for (const plan of ["trial", "monthly", "lifetime"]) {
    const order = { plan, email };
    const refused = await again.post<CheckoutResponse>("/api/create-direct-checkout", order);
    expect(refused.body).toMatchObject({ success: false, error: refusal });
    expect(refused.body.checkoutUrl).toBeUndefined();
  }
  const guest = { plan: "lifetime", email, password };
  const path = "/api/direct-signup-checkout";
  const refused = await createClient(product.url).post<DirectSignupResponse>(path, guest);
  expect(refused.body).toEqual({ success: false, message: refusal });

  const other = await register(product);
  const order = { plan: "lifetime", email: emailOf(other.name) };
  const bought = await other.client.post<CheckoutResponse>("/api/create-direct-checkout", order);
  expect(bought.body).toMatchObject({ success: true, checkoutUrl: expect.any(String) as string });
});
