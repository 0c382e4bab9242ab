import { useState } from "react";
import { referralCode } from "#/shared/referral.ts";
import { useForgotPassword, useJoinWaitlist } from "./api.ts";
import { EmailForm } from "./email-form.tsx";
import { linkMessages } from "./messages.ts";

/** Asks for the link to a new password. */
export const ForgotPassword = () => {
  const forgot = useForgotPassword();
  const [sent, setSent] = useState(false);
  return (
    <EmailForm
      send={forgot}
      isSent={sent}
      onSent={() => setSent(true)}
      sentText={linkMessages.forgotSent}
      button={linkMessages.sendLink}
      busy={linkMessages.sending}
    />
  );
};

/** Puts an address on the waitlist, with the affiliate code it came by. */
export const Waitlist = () => {
  const join = useJoinWaitlist();
  const [sent, setSent] = useState(false);
  const affiliateCode = referralCode();
  const extra = { source: "waitlist_page", ...(affiliateCode && { affiliateCode }) };
  return (
    <EmailForm
      send={{
        ...join,
        mutate: ({ email }, callbacks) => join.mutate({ email, ...extra }, callbacks),
      }}
      isSent={sent}
      onSent={() => setSent(true)}
      sentText={linkMessages.joined}
      button={linkMessages.join}
      busy={linkMessages.joining}
    />
  );
};
