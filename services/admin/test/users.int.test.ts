import { createLogger } from "@orbline/kit/observability/logger";
import { connectMongo } from "@orbline/kit/mongo/connection";
import { eventually } from "@orbline/kit/testing/eventually";
import {
  adminUserDetailsSchema,
  adminUsersResponseSchema,
  type AdminUser,
} from "@orbline/proto/http/admin/users";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, startService } from "./service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const list = async (query = "") => {
  const answer = await service.call<AdminUser[]>("GET", `/api/admin/users/subscriptions${query}`);
  return { ...answer, names: answer.body.map(({ username }) => username) };
};

const find = async (name: string) =>
  (await list(`?search=${name}`)).body.find(({ username }) => username === name);

const shows = (name: string, fields: Partial<AdminUser>) =>
  eventually(async () => expect(await find(name)).toMatchObject(fields));

describe("the read model", () => {
  it("joins the states of identity and billing in any order", async () => {
    await service.subscribed("u1", 3, {
      status: "active",
      tier: "premium",
      periodEndMs: 1_800_000_000_000,
    });
    await service.account("u1", 1, { username: "Alice", email: "alice@example.com" });
    await shows("Alice", {
      email: "alice@example.com",
      subscriptionStatus: "active",
      subscriptionTier: "premium",
      subscriptionEndDate: new Date(1_800_000_000_000).toISOString(),
    });
  });

  it("ignores older and repeated states", async () => {
    await service.account("u2", 5, { username: "bob_new" });
    await service.account("u2", 4, { username: "bob_old" });
    await service.subscribed("u2", 9, { status: "canceled" });
    await service.subscribed("u2", 8, { status: "active", tier: "premium" });
    await service.subscribed("u2", 9, { status: "past_due" });
    await service.account("u2", 6, { username: "bob_last" });
    await shows("bob_last", { subscriptionStatus: "canceled" });
  });

  it("shows a free user once the access date has passed, without another event", async () => {
    const accessUntilMs = Date.now() - 1_000;
    await service.account("u3", 1, { username: "carol" });
    await service.subscribed("u3", 1, { status: "active", tier: "premium", accessUntilMs });
    await shows("carol", { subscriptionStatus: "canceled", subscriptionTier: "free" });
  });

  it("keeps no data of a user whom identity and billing have erased in any order", async () => {
    const logger = createLogger({ service: "test", level: "silent" });
    const database = await connectMongo({ url: service.mongoUrl, logger });
    const views = database.collection<{ _id: string }>("user_views");
    const erase = {
      erased_a: [
        () => service.unsubscribed("erased_a", 2),
        () => service.account("erased_a", 2, undefined),
      ],
      erased_b: [
        () => service.account("erased_b", 2, undefined),
        () => service.unsubscribed("erased_b", 2),
      ],
    };
    for (const [id, steps] of Object.entries(erase)) {
      await service.account(id, 1, { username: id, email: `${id}@example.com` });
      await service.subscribed(id, 1, { status: "active", tier: "premium" });
      await shows(id, { subscriptionStatus: "active" });
      for (const step of steps) await step();
      await eventually(async () => expect(await views.countDocuments({ _id: id })).toBe(0));
      // The erasure of a subscription also removes an older state that arrived late.
      await service.subscribed(id, 1, { status: "active", tier: "premium" });
      await service.unsubscribed(id, 2);
      await service.account(`after_${id}`, 1, { username: `after_${id}` });
      await shows(`after_${id}`, {});
      await eventually(async () => expect(await views.countDocuments({ _id: id })).toBe(0));
    }
    await database.close();
  });

  it("removes a deleted account", async () => {
    await service.account("u4", 1, { username: "dave", email: "dave@example.com" });
    await shows("dave", {});
    await service.account("u4", 2, undefined);
    await eventually(async () => {
      expect(await find("dave")).toBeUndefined();
      const details = await service.call("GET", "/api/admin/user/u4/subscription");
      expect(details.status).toBe(404);
    });
  });
});

describe("the list", () => {
  beforeAll(async () => {
    const names = Array.from(
      { length: 25 },
      (_, index) => `page_${String(index).padStart(2, "0")}`,
    );
    await Promise.all(
      names.map((username) =>
        service.account(username, 1, { username, email: `${username}@mail.example` }),
      ),
    );
    await service.subscribed("page_07", 1, { status: "past_due" });
    await eventually(async () => expect((await list("?search=page_")).names).toHaveLength(25));
    await shows("page_07", { subscriptionStatus: "past_due" });
  });

  it("pages without loss or repetition and counts all matches", async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await list(`?search=page_&limit=10${cursor ? `&cursor=${cursor}` : ""}`);
      expect(page.headers.get("x-total-count")).toBe("25");
      expect(adminUsersResponseSchema.parse(page.body)).toEqual(page.body);
      seen.push(...page.names);
      cursor = page.headers.get("x-next-cursor");
    } while (cursor);
    expect(seen).toHaveLength(25);
    expect(seen).toEqual([...new Set(seen)].toSorted());
  });

  it("finds a text anywhere in username or email, in any case", async () => {
    expect((await list("?search=PAGE_03")).names).toEqual(["page_03"]);
    expect((await list("?search=page_03%40mail")).names).toEqual(["page_03"]);
    expect((await list("?search=AGE_03")).names).toEqual(["page_03"]);
    const byDomain = await list("?search=_03%40mail.exam");
    expect(byDomain.names).toEqual(["page_03"]);
    expect(byDomain.headers.get("x-total-count")).toBe("1");
  });

  it.each([".*", "^page", "page_03$", "page[_]03", "p(age", "\\", "page_03|page_04"])(
    "takes %s as text, not as a pattern",
    async (text) => {
      const { status, names } = await list(`?search=${encodeURIComponent(text)}`);
      expect({ status, names }).toEqual({ status: 200, names: [] });
    },
  );

  it("finds beginnings of names first, then of emails, then the text elsewhere, each once for any page length", async () => {
    const known = [
      ["zed_b", "zed_b@mail.example"],
      ["zed_a", "other@mail.example"],
      ["yan", "zed_c@mail.example"],
      ["xu", "zed_a@mail.example"],
      ["a_zed_", undefined],
      ["b_none", "b_zed_@mail.example"],
    ] as const;
    for (const [username, email] of known) await service.account(username, 1, { username, email });
    await eventually(async () => expect((await list("?search=zed_")).names).toHaveLength(6));
    for (const limit of [1, 2, 3, 4, 5, 6, 7]) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const next: string = cursor ? `&cursor=${cursor}` : "";
        const page = await list(`?search=zed_&limit=${limit}${next}`);
        expect(page.headers.get("x-total-count")).toBe("6");
        seen.push(...page.names);
        cursor = page.headers.get("x-next-cursor");
      } while (cursor);
      expect(seen).toEqual(["zed_a", "zed_b", "xu", "yan", "a_zed_", "b_none"]);
    }
  });

  it("filters by the status of the subscription", async () => {
    expect((await list("?search=page_&status=past_due")).names).toEqual(["page_07"]);
  });

  it.each([
    ["?status=rich", /status|option/i],
    ["?limit=0", /.+/],
    ["?cursor=%21%21", /cursor/i],
    ["?search=a&search=b", /search is repeated/],
    ["?role=admin", /role/],
  ])("refuses the query %s with a reason", async (query, message) => {
    const answer = await service.call<{ message: string }>(
      "GET",
      `/api/admin/users/subscriptions${query}`,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(message);
  });
});

it("shows the details of a user with the state at the payment provider", async () => {
  await service.account("u5", 1, { username: "erin", role: "admin" });
  await shows("erin", { subscriptionTier: "admin" });
  const { body } = await service.call("GET", "/api/admin/user/u5/subscription");
  expect(adminUserDetailsSchema.parse(body)).toEqual(body);
  expect(body).toMatchObject({ stripeCustomerId: "cus_1", stripeSubscriptionId: "sub_1" });
});
