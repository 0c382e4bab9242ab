import { chakra } from "@chakra-ui/react/styled-system";
import type { Plan } from "@orbline/proto/constants/plans";
import { Lock } from "lucide-react";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { trialPath } from "#/components/layout/nav-links.ts";
import { layoutMessages } from "#/shared/messages.ts";
import { messages } from "./messages.ts";

/** Shown after a checkout was refused because no user is signed in. */
export function SignInFirst({ plan }: { plan: Plan }) {
  return (
    <WarningStrip role="alert" textStyle="small">
      <p>{messages.signInFirstText}</p>
      <ButtonLink to={`/auth?subscribe=true&plan=${plan}`} size="sm" mt={2}>
        {messages.signInFirst}
      </ButtonLink>
    </WarningStrip>
  );
}

/** Where the user pays, below a pay button. */
export function SecurePage() {
  return (
    <chakra.p
      display="flex"
      justifyContent="center"
      alignItems="center"
      gap={2}
      textStyle="small"
      color="fg.subtle"
    >
      <Lock size={14} aria-hidden />
      {messages.redirectingText}
    </chakra.p>
  );
}

/** The way to the free trial, below a form that charges today. */
export function TrialLine() {
  return (
    <p>
      {messages.tryFirst} <Link to={trialPath}>{layoutMessages.startTrial}</Link>
    </p>
  );
}

/** The link to the sign-in page below a sign-up form. */
export function SignInLine() {
  return (
    <p>
      {messages.haveAccount} <Link to="/auth">{messages.signIn}</Link>
    </p>
  );
}

/** For a user who already has access, beside a pay button. */
export function HasPlan() {
  return (
    <chakra.p textStyle="small" color="fg.muted">
      {messages.hasPlan} <Link to="/account">{messages.toAccount}</Link>.
    </chakra.p>
  );
}
