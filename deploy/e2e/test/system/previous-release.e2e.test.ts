import { expectOk, signIn } from "@orbline/demo/http-client";
import { eventually } from "@orbline/kit/testing/eventually";
import type { SubscriptionStatusResponse } from "@orbline/proto/http/billing/subscription-status";
import type { HistoryResponse } from "@orbline/proto/http/prediction/history";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { logInAs, password, predict, register, subscribe } from "../../src/people.ts";
import { extractPreviousRelease } from "../../src/product/previous-release.ts";
import type { ProductInfo } from "../../src/product/info.ts";
import { startBeside } from "../../src/product/start-beside.ts";

const today = inject("product");
const root = await extractPreviousRelease();
if (!root) console.log("Skipped: this clone does not have the commit of the previous release.");

describe.skipIf(!root)("the previous release beside this one, on the same data", () => {
  let beside: Awaited<ReturnType<typeof startBeside>>;
  let previous: ProductInfo;
  beforeAll(async () => {
    const names = ["gateway", "identity", "billing", "prediction", "admin"] as const;
    beside = await startBeside(today, { names: [...names], root: root ?? "", log: "previous" });
    previous = beside.product;
  }, 180_000);
  afterAll(() => beside.stop());

  it.each([
    ["this release", "the previous one", () => [today, previous] as const],
    ["the previous release", "this one", () => [previous, today] as const],
  ])("serves in full a subscriber of %s in %s", async (_from, _to, products) => {
    const [first, second] = products();
    const buyer = await subscribe(first, { plan: "monthly" });
    const made = expectOk(await predict(buyer.client), "prediction");
    const elsewhere = await signIn(second.url, { username: buyer.name, password });
    await eventually(async () => {
      const status = await elsewhere.get<SubscriptionStatusResponse>("/api/subscription/status");
      expect(status.body).toMatchObject({ status: "active", plan: "monthly" });
    });
    const further = expectOk(await predict(elsewhere), "another prediction");
    for (const client of [buyer.client, elsewhere]) {
      const { predictions } = expectOk(
        await client.get<HistoryResponse>("/api/predictions"),
        "history",
      );
      const ids = predictions.map(({ id }) => id);
      expect(ids).toEqual(["id" in further && further.id, "id" in made && made.id]);
    }
  });

  it("accepts in both the session and the new account of the other", async () => {
    const { client, name } = await register(today);
    const cookie = client.cookieHeader();
    const user = await fetch(`${previous.url}/api/user`, { headers: { cookie } });
    expect(await user.json()).toMatchObject({ username: name });
    const admin = await logInAs(previous, "admin");
    await eventually(async () => {
      const found = await admin.get(`/api/admin/users/subscriptions?search=${name}`);
      expect(JSON.stringify(found.body)).toContain(name);
    });
  });
});
