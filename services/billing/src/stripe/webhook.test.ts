import { Stripe } from "stripe";
import { describe, expect, it } from "vitest";
import { readWebhook } from "./webhook.ts";

const stripe = new Stripe("sk_test_unit");

const read = (
  event: object,
  { signedWith = "whsec_new", accepted = ["whsec_old", "whsec_new"] } = {},
) => {
  const payload = JSON.stringify({ id: "evt_1", object: "event", ...event });
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith });
  return readWebhook(stripe, accepted)(Buffer.from(payload), header);
};

const session = {
  type: "checkout.session.completed",
  data: { object: { id: "cs_1", object: "checkout.session" } },
};

describe("a webhook signature", () => {
  it("is accepted with either of two secrets during a rotation", () => {
    for (const signedWith of ["whsec_old", "whsec_new"])
      expect(read(session, { signedWith })).toEqual({
        id: "evt_1",
        type: "checkout.session.completed",
        objectId: "cs_1",
      });
  });

  it("is accepted next to another one, as Stripe sends both while a secret is rolled", () => {
    const payload = JSON.stringify({ id: "evt_1", object: "event", ...session });
    const timestamp = Math.floor(Date.now() / 1_000);
    const macOf = (secret: string) =>
      stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }).split(",")[1];
    for (const accepted of [["whsec_old"], ["whsec_new"], ["whsec_old", "whsec_new"]])
      for (const both of [
        ["whsec_old", "whsec_new"],
        ["whsec_new", "whsec_old"],
      ]) {
        const header = `t=${timestamp},${both.map(macOf).join()}`;
        const event = readWebhook(stripe, accepted)(Buffer.from(payload), header);
        expect(event).toMatchObject({ id: "evt_1" });
      }
  });

  it("is refused when it was made with another secret", () => {
    expect(() => read(session, { signedWith: "whsec_other" })).toThrow(
      expect.objectContaining({ kind: "invalid", code: "webhook.signature" }),
    );
  });

  it.each([
    ["before", -301],
    ["after", 301],
  ])("is refused when it was made more than five minutes %s now", (_when, seconds) => {
    const payload = JSON.stringify({ id: "evt_1", object: "event", ...session });
    const at = (offset: number) =>
      stripe.webhooks.generateTestHeaderString({
        payload,
        secret: "whsec_new",
        timestamp: Math.floor(Date.now() / 1_000) + offset,
      });
    const readAt = (offset: number) =>
      readWebhook(stripe, ["whsec_new"])(Buffer.from(payload), at(offset));
    expect(readAt(Math.sign(seconds) * 200)).toMatchObject({ id: "evt_1" });
    expect(() => readAt(seconds)).toThrow(
      expect.objectContaining({ kind: "invalid", code: "webhook.signature" }),
    );
  });

  it.each([
    "",
    "no JSON",
    "null",
    "[]",
    "{}",
    '{"id":"evt_1","type":"x"}',
    '{"id":1,"type":"x","data":{"object":{}}}',
  ])("does not make the signed body %j an event", (payload) => {
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: "whsec_new" });
    expect(() => readWebhook(stripe, ["whsec_new"])(Buffer.from(payload), header)).toThrow(
      expect.objectContaining({ kind: "invalid", code: "webhook.no-event" }),
    );
  });

  it("causes an internal error when no secret is configured", () => {
    expect(() => read(session, { accepted: [] })).toThrow(
      expect.objectContaining({ kind: "internal", code: "webhook.no-secret" }),
    );
  });
});

describe("the object id of an event", () => {
  const objectOf = (type: string, object: object) => read({ type, data: { object } }).objectId;
  const parent = { subscription_details: { subscription: "sub_1" } };

  it("is the id of the invoice, or of the subscription for an upcoming invoice", () => {
    expect(objectOf("invoice.paid", { id: "in_1", parent })).toBe("in_1");
    expect(objectOf("invoice.upcoming", { id: "upcoming_in_1", parent })).toBe("sub_1");
    const expanded = { subscription_details: { subscription: { id: "sub_1" } } };
    expect(objectOf("invoice.upcoming", { parent: expanded })).toBe("sub_1");
  });

  it("is the id of the payment for a charge, a refund and a dispute", () => {
    const object = { payment_intent: "pi_1" };
    expect(objectOf("charge.refunded", { id: "ch_1", ...object })).toBe("pi_1");
    expect(objectOf("refund.updated", { id: "re_1", ...object })).toBe("pi_1");
    expect(objectOf("charge.dispute.created", { id: "dp_1", payment_intent: { id: "pi_1" } })).toBe(
      "pi_1",
    );
    expect(objectOf("refund.updated", { id: "re_1", payment_intent: null })).toBe("re_1");
  });

  it("is empty for an object without an id", () => {
    expect(objectOf("invoice.upcoming", { parent: null })).toBe("");
    expect(objectOf("balance.available", { object: "balance" })).toBe("");
  });
});
