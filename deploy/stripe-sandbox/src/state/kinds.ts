import type { Kind } from "./objects.ts";

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
export const kindOf = (id: string): Kind | undefined => objectKinds[id.slice(0, id.indexOf("_"))];
