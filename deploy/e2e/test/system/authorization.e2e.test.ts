import { eventually } from "@orbline/kit/testing/eventually";
import type { AdminUser, AdminUserDetails } from "@orbline/proto/http/admin/users";
import type { NewPredictionResponse } from "@orbline/proto/http/prediction/prediction";
import type { HistoryResponse } from "@orbline/proto/http/prediction/history";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { type Client, createClient } from "@orbline/demo/http-client";
import {
  type Person,
  emailOf,
  logInAs,
  newName,
  password,
  predict,
  register,
  subscribe,
} from "../../src/people.ts";

const product = inject("product");

let admin: Client;
let owner: Awaited<ReturnType<typeof subscribe>>;
let stranger: Person;
let bystander: Person;
beforeAll(async () => {
  admin = await logInAs(product, "admin");
  owner = await subscribe(product);
  stranger = await register(product);
  bystander = await register(product);
  // The admin service learns of an account from an event.
  for (const { id } of [stranger, bystander])
    await eventually(async () => {
      const view = await admin.get(`/api/admin/user/${id}/subscription`);
      expect(view.status).toBe(200);
    });
});

const anonymous = () => createClient(product.url);

describe("every admin route", () => {
  const routes = [
    ["GET", "/api/admin/users/subscriptions"],
    ["GET", "/api/admin/user/{id}/subscription"],
    ["POST", "/api/admin/user/{id}/activate-subscription"],
    ["POST", "/api/admin/user/{id}/cancel-subscription"],
  ] as const;

  it.each(routes)(
    "%s %s returns 401 without a session, 403 to users and 200 to admins",
    async (method, route) => {
      const path = route.replace("{id}", bystander.id);
      const as = (client: Client) =>
        client.call(method, path, method === "POST" ? { body: {} } : undefined);
      const refused = await as(anonymous());
      expect([refused.status, refused.body]).toMatchObject([401, { code: expect.any(String) }]);
      for (const user of [stranger, bystander, owner])
        expect((await as(user.client)).status).toBe(403);
      expect((await as(admin)).status).toBe(200);
    },
  );

  it("has no effect when it refuses a command", async () => {
    const path = `/api/admin/user/${stranger.id}`;
    await stranger.client.post(`${path}/activate-subscription`, { durationDays: 365 });
    await stranger.client.post(`/api/admin/user/${owner.id}/cancel-subscription`);
    expect((await predict(stranger.client)).status).toBe(403);
    expect((await predict(owner.client)).status).toBe(200);
  });

  it("returns 404 for an unknown user and rejects operators in list queries", async () => {
    const unknown = await admin.get<AdminUserDetails>("/api/admin/user/usr_nobody/subscription");
    expect(unknown.status).toBe(404);
    for (const query of ["search[$ne]=x", "status=anything", "limit=100000", "search=a&search=b"])
      expect((await admin.get(`/api/admin/users/subscriptions?${query}`)).status).toBe(400);
    const all = "/api/admin/users/subscriptions?search=.*";
    expect((await admin.get<AdminUser[]>(all)).body).toEqual([]);
  });
});

describe("the data of one user", () => {
  it("includes predictions only in the history of their owner", async () => {
    const { body } = await predict(owner.client);
    const { id } = body as Extract<NewPredictionResponse, { id: string }>;
    const ids = async (client: Client) =>
      (await client.get<HistoryResponse>("/api/predictions")).body.predictions.map(
        (entry) => entry.id,
      );
    expect(await ids(owner.client)).toContain(id);
    expect(await ids(stranger.client)).toEqual([]);
    expect((await stranger.client.get(`/api/predictions/${id}`)).status).toBe(404);
    expect((await anonymous().get("/api/predictions")).status).toBe(401);
  });

  it.each(["verify-subscription-status", "subscription-details"])(
    "includes only the success field of %s for strangers",
    async (route) => {
      const path = `/api/${route}?session_id=${owner.sessionId}`;
      for (const client of [anonymous(), stranger.client])
        expect((await client.get(path)).body).toEqual({ success: true });
      expect(Object.keys((await owner.client.get<object>(path)).body).length).toBeGreaterThan(1);
    },
  );

  it("requires a session for the account, the subscription and predictions", async () => {
    for (const path of ["/api/user", "/api/subscription/status", "/api/predictions"])
      expect((await anonymous().get(path)).status).toBe(401);
    const mine = await owner.client.get("/api/user");
    expect(mine.text).not.toMatch(/argon2|"password|hash|cus_|sub_/i);
    expect(mine.headers.get("cache-control")).toContain("no-store");
  });
});

const posts = () => [
  { path: "/api/register", body: { username: newName(), password } },
  { path: "/api/login", body: { username: stranger.name, password } },
  { path: "/api/logout", body: {} },
  { path: "/api/create-direct-checkout", body: { plan: "monthly", email: emailOf(newName()) } },
  {
    path: "/api/register-with-checkout",
    body: { username: newName(), password, plan: "trial" },
  },
  { path: "/api/new-prediction", body: { sport: "nba", riskLevel: "moderate" } },
  { path: `/api/admin/user/${bystander.id}/activate-subscription`, body: { durationDays: 30 } },
  { path: `/api/admin/user/${bystander.id}/cancel-subscription`, body: {} },
];

const paths = [
  "/api/register",
  "/api/login",
  "/api/logout",
  "/api/create-direct-checkout",
  "/api/register-with-checkout",
  "/api/new-prediction",
  "/api/admin/user/{id}/activate-subscription",
  "/api/admin/user/{id}/cancel-subscription",
];

const postTo = (route: string) => {
  const found = posts().find(({ path }) => path.replace(bystander.id, "{id}") === route);
  if (!found) throw new Error(`no body for ${route}`);
  return found;
};

/** A client that may call the route, so that only the body can be wrong. */
const callerOf = (route: string): Client => {
  if (route.includes("/admin/")) return admin;
  if (route === "/api/new-prediction") return owner.client;
  if (route === "/api/create-direct-checkout") return stranger.client;
  return anonymous();
};

const privileges = [
  { role: "admin" },
  { isAdmin: true },
  { subscriptionTier: "premium" },
  { subscriptionStatus: "active" },
  { tier: "premium", status: "active" },
  { userId: "usr_somebody" },
  { accessUntil: "2099-01-01T00:00:00Z", entitled: true },
];

describe.each(paths)("POST %s", (route) => {
  it("rejects privileges in the body", async () => {
    for (const privilege of privileges) {
      const { path, body } = postTo(route);
      const answer = await callerOf(route).post<{ message: string }>(path, {
        ...body,
        ...privilege,
      });
      expect([answer.status, privilege]).toEqual([400, privilege]);
      expect(answer.body.message).toContain(Object.keys(privilege)[0]);
    }
  });

  it("rejects requests from another site", async () => {
    const { path, body } = postTo(route);
    const foreign: Record<string, string>[] = [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: product.url, "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      const answer = await callerOf(route).call("POST", path, { body, headers });
      expect([answer.status, headers]).toEqual([403, headers]);
      expect(answer.body).toMatchObject({ code: "request.cross-site" });
    }
  });

  it("rejects bad input with 4xx and an explanation", async () => {
    const { path, body } = postTo(route);
    const wrongTypes = Object.fromEntries(Object.keys(body).map((key) => [key, { $gt: "" }]));
    const bad: { body: string; headers?: Record<string, string> }[] = [
      ...["[]", "null", "7", '"text"', "{", "{}}", "\u0000"].map((text) => ({ body: text })),
      { body: JSON.stringify({ ...body, unknown: 1 }) },
      {
        body: JSON.stringify({ ...body, ["__proto__"]: undefined })
          .replace("{", '{"__proto__":{"role":"admin"},')
          .replace(",}", "}"),
      },
      { body: JSON.stringify({ ...body, constructor: { prototype: { role: "admin" } } }) },
      { body: JSON.stringify({ ...body, pad: "x".repeat(1_048_576) }) },
      { body: JSON.stringify(body), headers: { "content-type": "text/plain" } },
      { body: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } },
      ...(Object.keys(body).length > 0 ? [{ body: JSON.stringify(wrongTypes) }] : []),
    ];
    const caller = callerOf(route);
    for (const each of bad) {
      const answer = await caller.call<{ message: string }>("POST", path, each);
      const sent = each.body.slice(0, 80);
      expect([sent, answer.status >= 400 && answer.status < 500]).toEqual([sent, true]);
      expect(answer.body.message).toMatch(/\w{3}/);
    }
  });
});

it("leaves roles and subscriptions unchanged after all these requests", async () => {
  const { body } = await stranger.client.get("/api/user");
  expect(body).toMatchObject({
    role: "user",
    subscriptionTier: "free",
    subscriptionStatus: "none",
  });
  expect((await stranger.client.get("/api/admin/users/subscriptions")).status).toBe(403);
  expect((await owner.client.get("/api/user")).body).toMatchObject({ role: "user" });
});

it("rejects an unsigned or wrongly signed webhook with 400", async () => {
  const body = JSON.stringify({ id: "evt_1", type: "checkout.session.completed" });
  const now = Math.floor(Date.now() / 1_000);
  for (const headers of [{}, { "stripe-signature": `t=${now},v1=${"0".repeat(64)}` }])
    expect((await anonymous().call("POST", "/api/webhooks/stripe", { body, headers })).status).toBe(
      400,
    );
});
