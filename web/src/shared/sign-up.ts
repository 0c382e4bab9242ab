import type { Plan } from "@orbline/proto/constants/plans";
import type { Register } from "@orbline/proto/http/identity/auth";
import { referralCode } from "./referral.ts";

/** Plans that the register tab offers. */
export const signUpPlans = ["trial", "lifetime"] as const satisfies Plan[];
export type SignUpPlan = (typeof signUpPlans)[number];

// The specification sends this when the phone field is empty.
const absentPhone = "000-000-0000";

export type SignUpValues = {
  username: string;
  password: string;
  email?: string | undefined;
  phone?: string | undefined;
  plan: Plan;
  consent: boolean;
};

/** The registration request for the values of a sign-up form, with the current affiliate code. */
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
