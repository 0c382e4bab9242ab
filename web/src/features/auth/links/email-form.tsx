import { MailCheck } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "#/components/feedback/states.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { EmailField, SubmitButton } from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { referralCode } from "#/shared/referral.ts";
import { useForgotPassword, useJoinWaitlist } from "../api.ts";
import { linkMessages, messages } from "../messages.ts";

/** Asks for the link to a new password. */
export function ForgotPassword() {
  const forgot = useForgotPassword();
  return (
    <EmailForm
      {...forgot}
      sentText={linkMessages.forgotSent}
      button={linkMessages.sendLink}
      busy={linkMessages.sending}
    />
  );
}

/** Puts an address on the waitlist, with the affiliate code in force. */
export function Waitlist() {
  const { mutate, ...join } = useJoinWaitlist();
  return (
    <EmailForm
      {...join}
      mutate={({ email }, callbacks) =>
        mutate({ email, source: "waitlist_page", affiliateCode: referralCode() }, callbacks)
      }
      sentText={linkMessages.joined}
      button={linkMessages.join}
      busy={linkMessages.joining}
    />
  );
}

type EmailFormProps = Pick<
  ReturnType<typeof useForgotPassword>,
  "mutate" | "isPending" | "error"
> & {
  /** Shown in place of the form once the mail is sent. */
  sentText: string;
  button: string;
  busy: string;
};

function EmailForm({ mutate, isPending, error, sentText, button, busy }: EmailFormProps) {
  const [isSent, setIsSent] = useState(false);
  if (isSent)
    return (
      <div role="status">
        <EmptyState icon={<MailCheck size={24} />} title={linkMessages.sentTitle} text={sentText} />
      </div>
    );
  return (
    <Form
      schema={async () => (await import("../forms.ts")).emailFormSchema}
      defaults={{ email: "" }}
      onSubmit={(values) => mutate(values, { onSuccess: () => setIsSent(true) })}
    >
      <EmailField label={messages.email} />
      <FormFailure error={error} fallback={linkMessages.failed} />
      <SubmitButton busyText={isPending && busy}>{button}</SubmitButton>
    </Form>
  );
}
