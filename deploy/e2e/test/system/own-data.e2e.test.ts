import { eventually } from "@orbline/kit/testing/eventually";
import { userExportSchema } from "@orbline/proto/http/identity/account";
import { topics } from "@orbline/proto/topics";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { openDatabases } from "../../src/databases.ts";
import { mailedLink } from "../../src/mails.ts";
import { emailOf, logInAs, password, predict, subscribe } from "../../src/people.ts";
import { readTopics } from "../../src/topics.ts";

const product = inject("product");
const patient = { timeoutMs: 100_000, everyMs: 500 };

let databases: Awaited<ReturnType<typeof openDatabases>>;
beforeAll(async () => {
  databases = await openDatabases(product);
});
afterAll(() => databases.close());

describe("the stored data of a subscriber", () => {
  let leaver: Awaited<ReturnType<typeof subscribe>>;
  let oldEmail: string;
  let email: string;
  let secrets: string[];
  beforeAll(async () => {
    leaver = await subscribe(product, { plan: "monthly" });
    const { client, name, id } = leaver;
    oldEmail = emailOf(name);
    email = `new.${oldEmail}`;
    const verify = async (address: string) => {
      const link = new URL(await mailedLink(product, address, "/verify-email"));
      const token = link.searchParams.get("token");
      expect((await client.post("/api/email/verify", { token })).status).toBe(200);
    };
    await verify(oldEmail);
    await client.post("/api/waitlist", { email: oldEmail });
    await mailedLink(product, oldEmail, "/waitlist/convert");
    const change = { currentPassword: password, email, phone: "555-010-0147" };
    expect((await client.call("PATCH", "/api/user", { body: change })).status).toBe(200);
    await verify(email);
    expect((await predict(client)).status).toBe(200);
    const admin = await logInAs(product, "admin");
    const grant = { durationDays: 1, reason: "a day more" };
    const path = `/api/admin/user/${id}/activate-subscription`;
    expect((await admin.post(path, grant)).status).toBe(200);
    secrets = [...client.cookies.values()];
  });

  it("is in the databases of each service", async () => {
    await eventually(async () => {
      expect(await databases.whereIs(leaver.name)).toEqual(
        expect.arrayContaining(["admin.user_views", "identity.users"]),
      );
      expect(await databases.whereIs(leaver.id)).toEqual(
        expect.arrayContaining([
          "admin.audit_entries",
          "billing.checkouts",
          "billing.payments",
          "billing.subscriptions",
          "identity.users",
          "prediction.entitlements",
          "prediction.predictions",
          "redis",
        ]),
      );
    }, patient);
  });

  it("is exported from each service without secrets", async () => {
    // Billing stores a payment after the provider's webhook.
    const { body, headers, text } = await eventually(async () => {
      const answer = await leaver.client.get("/api/user/export");
      expect(answer.body).toMatchObject({ billing: { payments: [{ status: "succeeded" }] } });
      return answer;
    }, patient);
    expect(headers.get("content-disposition")).toMatch(/^attachment/);
    const { identity, billing, prediction, admin } = userExportSchema.parse(body);
    expect(identity).toMatchObject({
      account: { id: leaver.id, username: leaver.name, email, phone: "555-010-0147" },
      sessions: [{ device: expect.any(String) }],
      waitlistEntries: [{ email: oldEmail }],
    });
    expect(billing).toMatchObject({
      subscriptions: [
        { sources: expect.arrayContaining([expect.objectContaining({ plan: "monthly" })]) },
      ],
      payments: [{ plan: "monthly", status: "succeeded", amountCents: 1999 }],
      checkouts: [{ plan: "monthly", status: "paid" }],
    });
    expect(prediction).toMatchObject({
      predictions: [{ sport: "nba", riskLevel: "aggressive", legs: expect.any(Array) }],
      entitlement: [expect.any(Object)],
    });
    expect(admin).toMatchObject({
      accounts: [{ id: leaver.id, username: leaver.name }],
      auditEntries: [{ by: "an admin", action: "activate-subscription", reason: "a day more" }],
    });
    for (const secret of ["$argon2", "passwordHash", "cus_", "cs_", ...secrets])
      expect(text).not.toContain(secret);
  });

  it("is deleted with the account; only billing's records and the audit keep the id", async () => {
    const left = await leaver.client.post("/api/user/delete", { password });
    expect(left.status).toBe(202);
    await eventually(async () => {
      // Both email addresses contain the name.
      expect(await databases.whereIs(leaver.name)).toEqual([]);
      expect(await databases.whereIs(leaver.id)).toEqual([
        "admin.audit_entries",
        "billing.payments",
        "billing.subscriptions",
      ]);
    }, patient);
    expect((await leaver.client.get("/api/user")).status).toBe(401);
  });

  it("has tombstones on the topics, so that a rebuild does not restore it", async () => {
    const events = await readTopics(product);
    await eventually(() => {
      for (const topic of [topics.users, topics.subscriptions])
        expect(events.isGone(topic, leaver.id)).toBe(true);
    }, patient);
    await events.close();
  });
});
