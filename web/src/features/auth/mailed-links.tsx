import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { EmptyState } from "#/components/feedback/states.tsx";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import {
  CodeField,
  ConsentField,
  EmailField,
  NewPasswordFields,
  PhoneField,
  SubmitButton,
  UsernameField,
} from "#/components/form/form-fields.tsx";
import { Form } from "#/components/form/form.tsx";
import { Button } from "#/components/ui/button.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { asksForCode, isApiError } from "#/lib/api.ts";
import { usePost } from "#/lib/use-single-mutation.ts";
import { referralCode, reportFreeSignUp } from "#/shared/referral.ts";
import { notify, notifyFailure } from "#/stores/toast-store.ts";
import { currentUserQuery, useSignIn, type useVerifyEmail } from "./api.ts";
import { linkMessages } from "./messages.ts";

/** Asks for the link to a new password. The response is the same for every address. */
export function ForgotPassword() {
  const forgot = usePost("identity", "POST /api/password/forgot");
  return (
    <EmailForm
      {...forgot}
      sentText={linkMessages.forgotSent}
      button={linkMessages.sendLink}
      busy={linkMessages.sending}
    />
  );
}

/** Puts an address on the waitlist, with the affiliate code in force. The response is the same for every address. */
export function Waitlist() {
  const { mutate, ...join } = usePost("identity", "POST /api/waitlist");
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

type EmailFormProps = {
  mutate: (input: { email: string }, callbacks: { onSuccess: () => void }) => void;
  isPending: boolean;
  error: unknown;
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
      schema={async () => (await import("./forms.ts")).emailFormSchema}
      defaults={{ email: "" }}
      onSubmit={(values) => mutate(values, { onSuccess: () => setIsSent(true) })}
    >
      <EmailField />
      <FormFailure error={error} fallback={linkMessages.failed} />
      <SubmitButton busyText={isPending && busy}>{button}</SubmitButton>
    </Form>
  );
}

/** Opens the account of a waitlist entry; its email comes with the mailed link. */
export function ConvertWaitlistForm({ token }: { token: string }) {
  const convert = useSignIn("POST /api/convert-waitlist");
  return (
    <Form
      schema={async () => (await import("./forms.ts")).convertFormSchema}
      defaults={{ username: "", password: "", confirmPassword: "", phone: "", consent: false }}
      error={convert.error}
      onSubmit={({ username, password, phone, consent: termsAccepted }) =>
        convert.mutate(
          { token, username, password, phone, termsAccepted, affiliateCode: referralCode() },
          {
            onSuccess: (user) => {
              notify({ title: linkMessages.convertedTitle, description: linkMessages.converted });
              reportFreeSignUp(user, "waitlist");
            },
            onError: notifyFailure(linkMessages.conversionFailed),
          },
        )
      }
    >
      <UsernameField />
      <PhoneField label={linkMessages.phoneOptional} />
      <NewPasswordFields />
      <ConsentField ending={linkMessages.consentEnding} />
      <SubmitButton busyText={convert.isPending && linkMessages.converting}>
        {linkMessages.convert}
      </SubmitButton>
    </Form>
  );
}

type SetPasswordFormProps = {
  onSubmit: (values: {
    password: string;
    username: string | undefined;
    code: string | undefined;
  }) => void;
  isPending: boolean;
  error: unknown;
  /** Offers a username too, for an account that was opened without one. */
  withUsername?: boolean;
};

/** Sets the password of the account of a mailed link. */
export function SetPasswordForm(props: SetPasswordFormProps) {
  const { onSubmit, isPending, error, withUsername = false } = props;
  const [withCode, setWithCode] = useState(false);
  if (!withCode && asksForCode(error)) setWithCode(true);
  return (
    <Form
      schema={async () => (await import("./forms.ts")).setPasswordSchema}
      defaults={{ username: "", password: "", confirmPassword: "", code: "" }}
      error={error}
      onSubmit={({ password, username, code }) => onSubmit({ password, username, code })}
    >
      {withUsername && (
        <UsernameField label={linkMessages.usernameOptional} help={linkMessages.usernameHelp} />
      )}
      <NewPasswordFields />
      {withCode && <CodeField autoFocus />}
      <FormFailure error={error} fallback={linkMessages.failed} />
      <SubmitButton busyText={isPending && linkMessages.saving}>
        {linkMessages.savePassword}
      </SubmitButton>
    </Form>
  );
}

/** Verifies an address with a button. Mail scanners open links too, so opening the page proves nothing. */
export function VerifyEmail({ token, link }: Pick<LinkButtonProps, "token" | "link">) {
  const verifiedBefore = useVerifiedBefore(link.error);
  const { verifiedTitle: doneTitle, verified: done } = linkMessages;
  const { verifyText: text, verify: button, verifying: busy, verifyUsed: usedText } = linkMessages;
  if (verifiedBefore !== undefined)
    return <LinkDone title={linkMessages.alreadyVerified} text={done(verifiedBefore)} />;
  return <LinkButton {...{ token, link, doneTitle, done, text, button, busy, usedText }} />;
}

/**
 * The verified address of a signed-in user whose link was refused. A used link is refused too, and its user wants to
 * know only whether the address is verified.
 */
export function useVerifiedBefore(refusal: unknown): string | undefined {
  const { data: user } = useQuery(currentUserQuery);
  const isVerified = user?.emailVerified && user.newEmail === undefined;
  return refusal && isVerified ? (user.email ?? undefined) : undefined;
}

/** Takes the former address back with a button. */
export function UndoEmailChange({ token, link }: Pick<LinkButtonProps, "token" | "link">) {
  const { undoneTitle: doneTitle, undone: done } = linkMessages;
  const { undoText: text, undo: button, undoing: busy } = linkMessages;
  return <LinkButton {...{ token, link, doneTitle, done, text, button, busy }} />;
}

/** Removes two-step sign-in and all passkeys, which a person added who knew the password, with a button. */
export function UndoSecondFactor({ token, link }: Pick<LinkButtonProps, "token" | "link">) {
  const { notMeDoneTitle: doneTitle, notMeDone: done } = linkMessages;
  const { notMeText: text, notMe: button, notMeBusy: busy } = linkMessages;
  return <LinkButton {...{ token, link, doneTitle, done, text, button, busy }} />;
}

type LinkButtonProps = {
  token: string;
  link: ReturnType<typeof useVerifyEmail>;
  doneTitle: string;
  done: (email: string) => string;
  text: string;
  button: string;
  busy: string;
  /** Shown instead of the server's message about a used or expired link. */
  usedText?: string;
};

/** Whether a link was refused because it was used or has expired: its button cannot work. */
export const isUsedUp = (error: unknown) => isApiError(error) && error.status === 400;

/** Uses the emailed link when the user presses the button. Shows the result in its place. */
function LinkButton({
  token,
  link,
  doneTitle,
  done,
  text,
  button,
  busy,
  usedText,
}: LinkButtonProps) {
  if (link.data) return <LinkDone title={doneTitle} text={done(link.data.email)} />;
  const isUsed = isUsedUp(link.error);
  return (
    <chakra.div display="grid" gap={4}>
      {!isUsed && <chakra.p color="fg.muted">{text}</chakra.p>}
      {isUsed && usedText !== undefined ? (
        <WarningStrip role="alert">{usedText}</WarningStrip>
      ) : (
        <FormFailure error={link.error} fallback={linkMessages.failed} />
      )}
      {!isUsed && (
        <Button
          variant="primary"
          size="lg"
          onClick={() => link.mutate({ token })}
          busyText={link.isPending && busy}
        >
          {button}
        </Button>
      )}
    </chakra.div>
  );
}

function LinkDone({ title, text }: { title: string; text: string }) {
  return (
    <div role="status">
      <EmptyState
        icon={<MailCheck size={24} />}
        title={title}
        text={text}
        action={<ButtonLink to="/">{linkMessages.goHome}</ButtonLink>}
      />
    </div>
  );
}
