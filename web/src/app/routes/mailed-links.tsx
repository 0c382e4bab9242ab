import { CircleCheck, Link2Off } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Navigate, useNavigate, useSearchParams } from "react-router";
import { FormPage } from "#/components/layout/form-page.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { SupportLine } from "#/components/ui/support-line.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { useQuery } from "@tanstack/react-query";
import {
  currentUserQuery,
  useResetPassword,
  useSignIn,
  useUndoEmailChange,
  useUndoSecondFactor,
  useVerifyEmail,
} from "#/features/auth/api.ts";
import {
  ConvertWaitlistForm,
  ForgotPassword,
  isUsedUp,
  SetPasswordForm,
  UndoEmailChange,
  UndoSecondFactor,
  useVerifiedBefore,
  VerifyEmail,
  Waitlist,
} from "#/features/auth/mailed-links.tsx";
import { notify } from "#/stores/toast-store.ts";
import { linkMessages } from "#/features/auth/messages.ts";

/** /forgot-password: requests a password reset link. */
export function ForgotPasswordPage() {
  usePageTitle(linkMessages.forgotTitle);
  return (
    <FormPage title={linkMessages.forgotTitle} lead={linkMessages.forgotLead} foot={<SignInLine />}>
      <ForgotPassword />
    </FormPage>
  );
}

/** /reset-password?token=: sets a new password by an emailed link. */
export function ResetPasswordPage() {
  usePageTitle(linkMessages.resetTitle);
  const reset = useResetPassword();
  const [done, setDone] = useState(false);
  return (
    <FormPage
      title={linkMessages.resetTitle}
      lead={linkMessages.resetLead}
      foot={done ? undefined : <NewLink from="/forgot-password" />}
    >
      <WithToken>
        {(token) =>
          done ? (
            <ResetDone />
          ) : (
            <SetPasswordForm
              {...reset}
              onSubmit={({ password }) =>
                reset.mutate({ token, password }, { onSuccess: () => setDone(true) })
              }
            />
          )
        }
      </WithToken>
    </FormPage>
  );
}

/** /claim?token=: sets the first password of an account that a checkout opened. */
export function ClaimPage() {
  usePageTitle(linkMessages.claimTitle);
  const claim = useSignIn("POST /api/claim");
  const navigate = useNavigate();
  const onSuccess = () => {
    notify({ title: linkMessages.passwordSaved, description: linkMessages.claimed });
    void navigate("/");
  };
  return (
    <FormPage
      title={linkMessages.claimTitle}
      lead={linkMessages.claimLead}
      foot={
        <>
          <NewLink from="/forgot-password" />
          <SignInLine />
        </>
      }
    >
      <WithToken>
        {(token) => (
          <SetPasswordForm
            {...claim}
            withUsername
            onSubmit={({ password, username, code }) =>
              claim.mutate(
                { token, password, ...(username && { username }), ...(code && { code }) },
                { onSuccess },
              )
            }
          />
        )}
      </WithToken>
    </FormPage>
  );
}

/** /verify-email?token=: verifies an address by a click. */
export function VerifyEmailPage() {
  usePageTitle(linkMessages.verifyTitle);
  const link = useVerifyEmail();
  const verifiedBefore = useVerifiedBefore(link.error);
  const isDone = link.data !== undefined || verifiedBefore !== undefined;
  return (
    <FormPage
      title={linkMessages.verifyTitle}
      lead={isDone || isUsedUp(link.error) ? undefined : linkMessages.verifyLead}
      foot={isDone ? undefined : <NewLink from="/account" text={linkMessages.verifyAgain} />}
    >
      <WithToken>{(token) => <VerifyEmail token={token} link={link} />}</WithToken>
    </FormPage>
  );
}

/** /undo-email-change?token=: takes the former address back by a click. */
export function UndoEmailChangePage() {
  usePageTitle(linkMessages.undoTitle);
  const link = useUndoEmailChange();
  return (
    <FormPage
      title={linkMessages.undoTitle}
      lead={link.data || isUsedUp(link.error) ? undefined : linkMessages.undoLead}
      foot={link.data ? undefined : <SupportLine before={linkMessages.undoTooLate} />}
    >
      <WithToken>{(token) => <UndoEmailChange token={token} link={link} />}</WithToken>
    </FormPage>
  );
}

/** /undo-second-factor?token=: removes two-step sign-in and all passkeys by a click. */
export function UndoSecondFactorPage() {
  usePageTitle(linkMessages.notMeTitle);
  const link = useUndoSecondFactor();
  return (
    <FormPage
      title={linkMessages.notMeTitle}
      lead={link.data || isUsedUp(link.error) ? undefined : linkMessages.notMeLead}
      foot={link.data ? undefined : <SupportLine before={linkMessages.undoTooLate} />}
    >
      <WithToken>{(token) => <UndoSecondFactor token={token} link={link} />}</WithToken>
    </FormPage>
  );
}

/** /waitlist: joins the waitlist. */
export function WaitlistPage() {
  usePageTitle(linkMessages.join);
  return (
    <FormPage title={linkMessages.join} lead={linkMessages.waitlistLead} foot={<SignInLine />}>
      <Waitlist />
    </FormPage>
  );
}

/** /waitlist/convert?token=: opens an account for a waitlist entry. */
export function ConvertWaitlistPage() {
  usePageTitle(linkMessages.convertTitle);
  const { data: user } = useQuery(currentUserQuery);
  if (user) return <Navigate to="/" replace />;
  return (
    <FormPage
      title={linkMessages.convertTitle}
      lead={linkMessages.convertLead}
      foot={
        <>
          <NewLink from="/waitlist" />
          <SignInLine />
        </>
      }
    >
      <WithToken>{(token) => <ConvertWaitlistForm token={token} />}</WithToken>
    </FormPage>
  );
}

type NewLinkProps = { from: string; text?: string };

/** The page that mails a new link, for a link that is used or too old. */
function NewLink({ from, text = linkMessages.askAgain }: NewLinkProps) {
  return (
    <p>
      <Link to={from}>{text}</Link>
    </p>
  );
}

function SignInLine() {
  return (
    <p>
      <Link to="/auth">{linkMessages.backToSignIn}</Link>
    </p>
  );
}

/** Shows its content only if the link has its token. Opening a link never changes anything. */
function WithToken({ children }: { children: (token: string) => ReactNode }) {
  const [query] = useSearchParams();
  const token = query.get("token");
  if (token) return children(token);
  return (
    <EmptyState
      icon={<Link2Off size={24} />}
      title={linkMessages.noToken}
      text={linkMessages.noTokenText}
    />
  );
}

function ResetDone() {
  return (
    <div role="status">
      <EmptyState
        icon={<CircleCheck size={24} />}
        title={linkMessages.passwordSaved}
        text={linkMessages.resetDone}
        action={<ButtonLink to="/auth">{linkMessages.signIn}</ButtonLink>}
      />
    </div>
  );
}
