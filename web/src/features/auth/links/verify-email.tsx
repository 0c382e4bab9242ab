import { chakra } from "@chakra-ui/react/styled-system";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { useVerifyEmail } from "../api.ts";
import { linkMessages } from "../messages.ts";

/** Verifies an address with a button. Mail scanners open links too, so opening the page proves nothing. */
export function VerifyEmail({ token }: { token: string }) {
  const verify = useVerifyEmail();
  const [email, setEmail] = useState<string>();
  if (email !== undefined)
    return (
      <div role="status">
        <EmptyState
          icon={<MailCheck size={24} />}
          title={linkMessages.verifiedTitle}
          text={linkMessages.verified(email)}
          action={<ButtonLink to="/">{linkMessages.goHome}</ButtonLink>}
        />
      </div>
    );
  return (
    <chakra.div display="grid" gap={4}>
      <chakra.p color="fg.muted">{linkMessages.verifyText}</chakra.p>
      <FormFailure error={verify.error} fallback={linkMessages.failed} />
      <Button
        variant="primary"
        size="lg"
        onClick={() => verify.mutate({ token }, { onSuccess: (answer) => setEmail(answer.email) })}
        busyText={verify.isPending && linkMessages.verifying}
      >
        {linkMessages.verify}
      </Button>
    </chakra.div>
  );
}
