import { randomBytes } from "node:crypto";
import { endpoint } from "../http/endpoint.ts";

/** The account id is stored with the data, so it survives a rotation of the secret key. */
export const account = [
  endpoint("get", "/v1/account", {}, ({ settings }) => {
    const known = settings.read("account", "");
    const id = known || `acct_${randomBytes(8).toString("hex")}`;
    if (!known) settings.write("account", id);
    return {
      id,
      object: "account",
      charges_enabled: true,
      country: "US",
      default_currency: "usd",
      details_submitted: true,
      payouts_enabled: true,
      type: "standard",
    };
  }),
];
