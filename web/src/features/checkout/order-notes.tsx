import { chakra } from "@chakra-ui/react/styled-system";
import type { Plan } from "@orbline/proto/constants/plans";
import { ButtonLink } from "#/components/ui/link.tsx";
import { renewalText } from "#/shared/plans.ts";
import { messages } from "./messages.ts";

const Note = chakra("div", {
  base: {
    p: 3,
    bg: "bg.well",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
    textStyle: "small",
    textWrap: "balance",
    color: "fg.muted",
  },
});

/** The renewal price and how to cancel, within sight of a pay button. */
export function RenewalNote({ plan }: { plan: Plan }) {
  return (
    <Note>
      <chakra.strong display="block" color="fg" fontWeight={600}>
        {renewalText(plan)}
      </chakra.strong>
      {plan === "trial" && `${messages.trialCancel} `}
      {plan !== "lifetime" && messages.cancelHow}
    </Note>
  );
}

const Strip = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: 3,
    p: 3,
    bg: "warm.subtle",
    borderWidth: "1px",
    borderColor: "warm.line",
    borderRadius: "control",
    textStyle: "small",
  },
});

/** Shown after a checkout was refused because nobody is signed in. */
export function SignInFirst() {
  return (
    <Strip role="alert">
      {messages.signInFirstText}
      <ButtonLink to="/auth?subscribe=true" size="sm">
        {messages.signInFirst}
      </ButtonLink>
    </Strip>
  );
}
