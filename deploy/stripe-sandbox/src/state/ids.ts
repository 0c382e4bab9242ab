import { randomInt } from "node:crypto";
import type { Kind } from "./objects.ts";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A random object id in Stripe's style, for example `sub_1Qx…`. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("")}`;
}

const objectKinds: Record<string, Kind> = {
  cus: "customer",
  sub: "subscription",
  in: "invoice",
  pi: "payment_intent",
  ch: "charge",
  pm: "payment_method",
  price: "price",
  prod: "product",
  cs: "checkout.session",
  re: "refund",
  du: "dispute",
  evt: "event",
};

/** The kind of object that the prefix of an id names. */
export function kindOf(id: string): Kind | undefined {
  return objectKinds[id.slice(0, id.indexOf("_"))];
}
