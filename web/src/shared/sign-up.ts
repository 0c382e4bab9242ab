import type { Plan } from "@orbline/proto/constants/plans";
import type { Register } from "@orbline/proto/http/identity/auth";
import { referralCode } from "./referral.ts";

/** Plans that the register tab offers. */
export const signUpPlans = ["trial", "lifetime"] as const satisfies Plan[];
export type SignUpPlan = (typeof signUpPlans)[number];

// The specification sends this for a phone that was left empty.
const absentPhone = "000-000-0000";

export type SignUpValues = {
  username: string;
  password: string;
  email?: string | undefined;
  phone?: string | undefined;
  plan: Plan;
  consent: boolean;
};

/** The registration that a filled sign-up form sends, with the affiliate code in force. */
export function toRegistration(values: SignUpValues, source: string): Register {
  const { username, password, email, phone, plan, consent } = values;
  return {
    username,
    password,
    email,
    phone: phone || absentPhone,
    plan,
    source,
    termsAccepted: consent,
    affiliateCode: referralCode(),
  };
}
