import { eventually } from "@orbline/kit/testing/eventually";
import type {
  CheckoutResponse,
  DirectSignupResponse,
  VerifyResponse,
} from "@orbline/proto/http/billing/checkout";
import { assertionFor } from "@orbline/kit/testing/keys";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buyers } from "./buyers.ts";
import { anonymous, call, newName, pay, startSystem, type System, user } from "./service.ts";

const dayMs = 86_400_000;
let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

const { signUp, guestCheckout, statusOf, verify, becomes, customerOf, askProvider } = buyers(
  () => system,
);

const verifyWith = async (sessionId: string, secret: string) => {
  const address = `http://127.0.0.1:${system.billing.port}/api/verify-subscription-status`;
  const answer = await fetch(`${address}?session_id=${sessionId}`, {
    headers: { ...assertionFor(anonymous, "billing"), cookie: `checkout=${secret}` },
  });
  return (await answer.json()) as VerifyResponse;
};

const redeem = (sessionId: string, secret: string) =>
  system.accounts.RedeemCheckout({ sessionId, secret });

const claim = (checkoutId: string, userId: string) =>
  system.accounts.ClaimCheckout({ checkoutId, userId });

const checkoutOf = async (sessionId: string) => {
  type Session = { client_reference_id: string };
  return (await askProvider<Session>(`checkout/sessions/${sessionId}`)).client_reference_id;
};

describe("a guest checkout", () => {
  it("reveals nothing about accounts and sets a cookie that scripts cannot read", async () => {
    const known = await signUp();
    const answers = [
      await guestCheckout(`${known.name}@example.com`),
      await guestCheckout(`${newName()}@example.com`),
    ];
    for (const { cookie, ...answer } of answers) {
      expect(Object.keys(answer).toSorted()).toEqual(
        ["redirectUrl", "secret", "sessionId", "success", "url"].toSorted(),
      );
      expect(cookie).toMatch(/^checkout=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=7200$/);
    }
  });

  it("opens an account for an unknown address once it is paid, and signs its browser in once", async () => {
    const { url, sessionId, secret } = await guestCheckout(`${newName()}@example.com`, "monthly");
    await expect(redeem(sessionId, secret)).rejects.toMatchObject({ kind: "conflict" });
    await pay(url, newName());
    await expect(redeem(sessionId, "of-somebody-else")).rejects.toMatchObject({
      kind: "not-found",
    });
    const { userId } = await redeem(sessionId, secret);
    await becomes(userId, "active");
    await expect(redeem(sessionId, secret)).rejects.toMatchObject({ kind: "not-found" });
    expect(await verifyWith(sessionId, secret)).toMatchObject({
      success: true,
      userId,
      passwordLink: true,
    });
    expect(await verify(sessionId)).toEqual({ success: true });
  });

  it("signs nobody in more than two hours after it began", async () => {
    const { url, sessionId, secret } = await guestCheckout(`${newName()}@example.com`);
    await pay(url, newName());
    system.time.advance(2 * 3_600_000 + 60_000);
    await expect(redeem(sessionId, secret)).rejects.toMatchObject({ kind: "not-found" });
    system.time.advance(-2 * 3_600_000 - 60_000);
  });

  it("gives an existing account no access until its owner follows the emailed link, and then shows the owner to no one else", async () => {
    const owner = await signUp();
    const email = `${owner.name}@example.com`;
    const { url, sessionId, secret } = await guestCheckout(email, "annual");
    await pay(url, newName());
    expect(await eventually(() => verifyWith(sessionId, secret))).toEqual({
      success: true,
      plan: "annual",
      customerEmail: email,
      passwordLink: true,
    });
    await expect(redeem(sessionId, secret)).rejects.toMatchObject({ kind: "not-found" });
    expect((await statusOf(owner.userId)).status).toBe("none");

    const checkoutId = await checkoutOf(sessionId);
    const stranger = await signUp();
    await expect(claim(checkoutId, stranger.userId)).rejects.toMatchObject({ kind: "not-found" });
    for (const _again of [1, 2]) {
      const { subscription } = await claim(checkoutId, owner.userId);
      expect(subscription).toMatchObject({ status: "active", plan: "annual" });
    }
    expect((await statusOf(owner.userId)).tier).toBe("premium_annual");
    // The answer of a moment ago is shared for two seconds.
    await eventually(async () =>
      expect(await verifyWith(sessionId, secret)).toEqual({ success: true }),
    );
    expect(await verify(sessionId, user(owner.userId))).toMatchObject({ customerEmail: email });
  });

  it("is canceled and refunded after two reminders and seven days without a claim", async () => {
    const owner = await signUp();
    const { url, sessionId, secret } = await guestCheckout(`${owner.name}@example.com`, "monthly");
    await pay(url, newName());
    expect(await eventually(() => verifyWith(sessionId, secret))).toMatchObject({ success: true });
    const checkoutId = await checkoutOf(sessionId);
    for (const days of [2, 3, 2]) system.time.advance(days * dayMs + 1_000);
    await eventually(async () =>
      expect(await verifyWith(sessionId, secret)).toMatchObject({
        success: false,
        error: expect.stringContaining("canceled and refunded") as string,
      }),
    );
    await expect(claim(checkoutId, owner.userId)).rejects.toMatchObject({ kind: "not-found" });
    system.time.advance(-7 * dayMs - 3_000);
  });

  it("is not refunded when its browser has signed in, and is when nobody has", async () => {
    const buy = async () => {
      const guest = await guestCheckout(`${newName()}@example.com`, "monthly");
      await pay(guest.url, newName());
      const { userId = "" } = await eventually(() => verifyWith(guest.sessionId, guest.secret));
      await becomes(userId, "active");
      return { ...guest, userId };
    };
    const signedIn = await buy();
    await redeem(signedIn.sessionId, signedIn.secret);
    const left = await buy();
    for (const days of [2, 3, 2]) system.time.advance(days * dayMs + 1_000);
    await becomes(left.userId, "canceled");
    const checkoutId = await checkoutOf(signedIn.sessionId);
    expect((await statusOf(signedIn.userId)).status).toBe("active");
    const { subscription } = await claim(checkoutId, signedIn.userId);
    expect(subscription).toMatchObject({ status: "active", plan: "monthly" });
    const late = claim(await checkoutOf(left.sessionId), left.userId);
    await expect(late).rejects.toMatchObject({ kind: "not-found" });
    system.time.advance(-7 * dayMs - 3_000);
  });

  it("is not refunded when the owner of its account has claimed a second purchase", async () => {
    const address = `${newName()}@example.com`;
    const buy = async (plan: string) => {
      const guest = await guestCheckout(address, plan);
      await pay(guest.url, newName());
      return { ...guest, ...(await eventually(() => verifyWith(guest.sessionId, guest.secret))) };
    };
    const { userId = "" } = await buy("annual");
    await becomes(userId, "active");
    const second = await buy("trial");
    await claim(await checkoutOf(second.sessionId), userId);
    for (const days of [2, 3, 2]) system.time.advance(days * dayMs + 1_000);
    const left = await guestCheckout(`${newName()}@example.com`, "monthly");
    await pay(left.url, newName());
    await eventually(() => verifyWith(left.sessionId, left.secret));
    for (const days of [2, 3, 2]) system.time.advance(days * dayMs + 1_000);
    const refunded = await checkoutOf(left.sessionId);
    await eventually(async () =>
      expect(await claim(refunded, userId).catch(() => "refunded")).toBe("refunded"),
    );
    expect(await statusOf(userId)).toMatchObject({ status: "active", plan: "annual" });
    system.time.advance(-14 * dayMs - 6_000);
  });

  it("that a subscriber claims is refunded, and the portal still belongs to the running plan", async () => {
    const { userId, checkoutUrl, name } = await signUp({ plan: "monthly" });
    await pay(checkoutUrl, name);
    await becomes(userId, "active");
    const customer = await customerOf(userId);
    const { url, sessionId, secret } = await guestCheckout(`${name}@example.com`, "annual");
    await pay(url, newName());
    await eventually(() => verifyWith(sessionId, secret));
    await claim(await checkoutOf(sessionId), userId);
    expect(await statusOf(userId)).toMatchObject({ status: "active", plan: "monthly" });
    expect(await customerOf(userId)).toBe(customer);
  });

  it("belongs to the signed-in user, whatever address is sent", async () => {
    const { userId } = await signUp({ plan: "lifetime" });
    const path = "/api/direct-signup-checkout";
    const body = { email: "other@example.com", plan: "monthly" };
    const as = user(userId);
    const { port } = system.billing;
    const { body: answer, headers } = await call<DirectSignupResponse>(port, "POST", path, {
      as,
      body,
    });
    expect(answer).toMatchObject({ success: true });
    expect(headers.get("set-cookie")).toBeNull();
    await pay(answer.redirectUrl ?? "", newName());
    await becomes(userId, "active");
    const again = await call<DirectSignupResponse>(port, "POST", path, { as, body });
    expect(again.body).toEqual({
      success: false,
      message: "You already have an active subscription",
    });
  });

  it.each([
    [{}, "Please enter your email address"],
    [{ email: "" }, "Please enter your email address"],
    [{ email: "nobody" }, "Please enter a valid email address"],
  ])("is refused for %j with a message", async (body, message) => {
    const path = "/api/direct-signup-checkout";
    const refused = await call<{ message: string }>(system.billing.port, "POST", path, { body });
    expect([refused.status, refused.body.message]).toEqual([400, message]);
  });

  it("is accepted from the other buttons too and refused without an address", async () => {
    const { port } = system.billing;
    const path = "/api/simplified-checkout";
    const body = { email: `${newName()}@example.com`, plan: "annual" };
    const opened = await call<CheckoutResponse>(port, "POST", path, { body });
    expect(opened.body).toMatchObject({ success: true });
    expect(opened.body.user).toBeUndefined();
    const refused = await call<{ message: string }>(port, "POST", path, {
      body: { plan: "annual" },
    });
    expect([refused.status, refused.body.message]).toEqual([400, "Email is required for checkout"]);
  });
});
