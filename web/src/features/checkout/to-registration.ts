import type { Register } from "@orbline/proto/http/identity";
import { referralCode } from "#/shared/referral.ts";
import type { SignUpValues } from "./sign-up-schema.ts";

const absentPhone = "000-000-0000";

/** What is sent for a filled form of a new account with its checkout. */
export const toRegistration = (values: SignUpValues, source: string): Register => {
  const affiliateCode = referralCode();
  const { email, username, password, plan, consent } = values;
  return {
    email,
    username,
    password,
    plan,
    phone: values.phone || absentPhone,
    termsAccepted: consent,
    source,
    ...(affiliateCode === undefined ? {} : { affiliateCode }),
  };
};
