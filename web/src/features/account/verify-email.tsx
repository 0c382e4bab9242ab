import { chakra } from "@chakra-ui/react/styled-system";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Link } from "#/components/ui/link.tsx";

// Not among the feature's texts, because the home would load all of them.
const messages = {
  text: (email: string) => `Verify your email: open the link we sent to ${email}.`,
  link: "Get a new link",
  dismiss: "Dismiss",
  noPassword: "Your account has no password yet.",
  setPassword: "Set a password to sign in on any device",
} as const;

const storageKey = "orbline.verify-email-dismissed";

const Strip = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: 4,
    minHeight: "46px",
    mb: 4,
    ps: 4,
    pe: 2,
    py: 1,
    bg: "bg.well",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "control",
    textStyle: "small",
    color: "fg.muted",
  },
});

/** Asks the user to verify the email, until the user dismisses it in this tab. */
export function VerifyEmail({ email }: { email: string }) {
  const [isDismissed, setDismissed] = useState(wasDismissed);
  if (isDismissed) return null;
  const dismiss = () => {
    setDismissed(true);
    try {
      sessionStorage.setItem(storageKey, "yes");
    } catch {
      // Without storage the strip comes back on reload.
    }
  };
  return (
    <Strip>
      <chakra.p flex="1 1 24ch" overflowWrap="anywhere">
        {messages.text(email)} <Link to="/account">{messages.link}</Link>
      </chakra.p>
      <Button variant="ghost" size="sm" onClick={dismiss}>
        {messages.dismiss}
      </Button>
    </Strip>
  );
}

/** Leads the user of an account without a password to the place where it is set. */
export function SetPassword() {
  return (
    <Strip>
      <p>
        {messages.noPassword} <Link to="/account#security">{messages.setPassword}</Link>
      </p>
    </Strip>
  );
}

function wasDismissed(): boolean {
  try {
    return sessionStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}
