import { AppError } from "@orbline/kit/errors";
import { eventually } from "@orbline/kit/testing/eventually";
import { testGrpc } from "@orbline/kit/testing/grpc";
import type { CheckoutAccountsServiceDefinition } from "@orbline/proto/gen/identity/v1/CheckoutAccountsService";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startMailbox } from "./mailbox.ts";
import { startFakeServices } from "./fake-services.ts";
import { callerIn, newName, password, startService } from "./service.ts";

let service: Awaited<ReturnType<typeof startService>>;
let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let fakes: Awaited<ReturnType<typeof startFakeServices>>;
const connect = (caller: string) =>
  testGrpc<CheckoutAccountsServiceDefinition>({
    file: "identity/v1/checkout_accounts.proto",
    name: "identity.v1.CheckoutAccountsService",
    port: service.grpcPort,
    caller,
  });
let identity: ReturnType<typeof connect>;

beforeAll(async () => {
  mailbox = await startMailbox();
  fakes = await startFakeServices();
  service = await startService({ SMTP_URL: mailbox.smtpUrl, ...fakes.env });
  identity = connect("billing");
});
afterAll(async () => {
  identity.close();
  await service.stop();
  await fakes.close();
  await mailbox.close();
});

const subject = "Your purchase: set your password";
let checkouts = 0;

/** A guest checkout with an unknown address. */
const bought = async () => {
  checkouts += 1;
  const checkoutId = `chk_${checkouts}`;
  const email = `buyer${checkouts}@example.com`;
  const { user, created } = await identity.OpenAccount({ email, checkoutId, affiliateCode: "a-1" });
  const userId = user?.id ?? "";
  const sendLink = (reminder = 0) =>
    identity.SendClaimLink({ userId, checkoutId, plan: "monthly", reminder, email });
  return { checkoutId, email, userId, user, created, sendLink };
};

describe("the account of a guest purchase", () => {
  it("has no password and is created by its first checkout only", async () => {
    const { checkoutId, email, userId, user, created } = await bought();
    expect(created).toBe(true);
    expect(user).toMatchObject({ email, emailVerified: false, hasPassword: false });
    expect(user?.affiliateCode).toBe("a-1");
    const again = await identity.OpenAccount({ email: email.toUpperCase(), checkoutId });
    expect(again).toMatchObject({ created: true, user: { id: userId } });
    const other = await identity.OpenAccount({ email, checkoutId: "chk_other" });
    expect(other).toMatchObject({ created: false, user: { id: userId } });
    const login = { username: user?.username, password };
    expect((await service.post("/api/login", login)).status).toBe(401);
  });

  it("is created once for concurrent calls", async () => {
    const request = { email: "many@example.com", checkoutId: "chk_many" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => identity.OpenAccount(request)),
    );
    expect(new Set(answers.map(({ user }) => user?.id)).size).toBe(1);
  });

  it("signs in the browser that paid, once, and requires a first password before changes", async () => {
    const { checkoutId, userId, email } = await bought();
    fakes.state.redeemable.set("paid", userId);
    const headers = { cookie: "__Host-checkout=paid" };
    const logIn = () => service.post("/api/checkout-login", { sessionId: "cs_1" }, { headers });
    const entered = await logIn();
    expect(entered).toMatchObject({
      status: 200,
      body: { id: userId, email, hasPassword: false },
    });
    expect((await logIn()).status).toBe(404);
    const as = callerIn(entered);
    const change = { currentPassword: "x", newPassword: password };
    expect(await service.post("/api/password", change, { as })).toMatchObject({
      status: 409,
      body: { code: "password.none" },
    });
    expect((await service.post("/api/password/forgot", { email })).status).toBe(202);
    const token = await mailbox.token(email, "Set your password");
    expect((await service.post("/api/password/reset", { token, password })).status).toBe(204);
    expect(fakes.state.calls).toContain(`billing.claim:${checkoutId}:${userId}`);
    const signedIn = await service.post("/api/login", { username: email, password });
    expect(signedIn).toMatchObject({
      body: { id: userId, emailVerified: true, hasPassword: true },
    });
  });

  it("can neither be deleted nor change its email with a session alone", async () => {
    const { userId, email } = await bought();
    fakes.state.redeemable.set("stolen", userId);
    const headers = { cookie: "__Host-checkout=stolen" };
    const as = callerIn(
      await service.post("/api/checkout-login", { sessionId: "cs_1" }, { headers }),
    );
    const none = { status: 409, body: { code: "password.none" } };
    const change = { currentPassword: "x", email: `new-${email}` };
    expect(await service.patch("/api/user", change, { as })).toMatchObject(none);
    const leave = () => service.post("/api/user/delete", { password }, { as });
    expect(await leave()).toMatchObject(none);
    expect((await service.get("/api/user", { as })).body).toMatchObject({ email });
  });
});

describe("the claim of a purchase", () => {
  it("sets password and name, attaches the purchase, ends other sessions, and works once", async () => {
    const { checkoutId, email, userId, sendLink } = await bought();
    fakes.state.redeemable.set("first", userId);
    const headers = { cookie: "__Host-checkout=first" };
    const before = callerIn(
      await service.post("/api/checkout-login", { sessionId: "cs_1" }, { headers }),
    );
    await sendLink();
    const token = await mailbox.token(email, subject);
    const username = newName();
    const claimed = await service.post("/api/claim", { token, password, username });
    expect(claimed).toMatchObject({
      status: 200,
      body: { username, emailVerified: true, hasPassword: true },
    });
    expect(fakes.state.calls).toContain(`billing.claim:${checkoutId}:${userId}`);
    const as = callerIn(claimed);
    const { body } = await service.get("/api/sessions", { as });
    expect(body).toMatchObject({ sessions: [{ id: as.sessionId }] });
    expect(JSON.stringify(body)).not.toContain(before.sessionId);
    expect((await service.post("/api/login", { username, password })).status).toBe(200);
    expect(await service.post("/api/claim", { token, password })).toMatchObject({
      status: 400,
      body: { code: "link.invalid" },
    });
  });

  it("names the account by its email address for a passkey while its username is generated", async () => {
    const { email, sendLink } = await bought();
    await sendLink();
    const token = await mailbox.token(email, subject);
    const as = callerIn(await service.post("/api/claim", { token, password }));
    const options = await service.post("/api/passkeys/options", {}, { as });
    expect(options.body).toMatchObject({ user: { name: email, displayName: email } });
  });

  it("is offered by one email for each reminder", async () => {
    const { email, sendLink } = await bought();
    await Promise.all([sendLink(), sendLink(), sendLink(1), sendLink(1)]);
    await mailbox.mail(email, "Your purchase is waiting");
    await mailbox.mail(email, subject);
    await eventually(async () => expect(await mailbox.subjects(email)).toHaveLength(2));
    await expect(
      identity.SendClaimLink({ userId: "usr_gone", checkoutId: "c", plan: "trial", email }),
    ).rejects.toMatchObject({ kind: "not-found" });
  });

  it("sets a new password on an existing account", async () => {
    const username = newName();
    const email = `${username}@example.com`;
    await service.post("/api/register", { username, password, email });
    const { user, created } = await identity.OpenAccount({ email, checkoutId: "chk_existing" });
    expect(created).toBe(false);
    const purchase = { userId: user?.id ?? "", checkoutId: "chk_existing", plan: "annual" };
    await identity.SendClaimLink({ ...purchase, email });
    const token = await mailbox.token(email, subject);
    const claim = { token, password: "Another-horse-2", username: newName() };
    expect(await service.post("/api/claim", claim)).toMatchObject({
      status: 200,
      body: { username },
    });
    expect((await service.post("/api/login", { username, password })).status).toBe(401);
  });

  it("keeps its link valid after an outage of billing, a taken name and a common password", async () => {
    const { email, sendLink } = await bought();
    await sendLink();
    const token = await mailbox.token(email, subject);
    const claim = (more = {}) => service.post("/api/claim", { token, password, ...more });
    fakes.state.claim = () => {
      throw new AppError("unavailable", "unavailable", "down");
    };
    expect((await claim()).status).toBe(503);
    fakes.state.claim = () => undefined;
    const taken = newName();
    await service.post("/api/register", { username: taken, password });
    expect(await claim({ username: taken })).toMatchObject({ status: 409 });
    expect(await claim({ username: "admin_x" })).toMatchObject({ status: 400 });
    expect(await claim({ password: "Password1" })).toMatchObject({ status: 400 });
    expect((await claim()).status).toBe(200);
  });

  it("opens the account to its owner even if the purchase was refunded", async () => {
    const { email, sendLink } = await bought();
    await sendLink();
    const token = await mailbox.token(email, subject);
    fakes.state.claim = () => {
      throw new AppError("not-found", "checkout.not-found", "gone");
    };
    expect((await service.post("/api/claim", { token, password })).status).toBe(200);
    fakes.state.claim = () => undefined;
  });
});

it("accepts calls about checkout accounts from billing only", async () => {
  const stranger = connect("prediction");
  await expect(
    stranger.OpenAccount({ email: "x@example.com", checkoutId: "chk_x" }),
  ).rejects.toMatchObject({ kind: "forbidden" });
  stranger.close();
});
