import { chakra } from "@chakra-ui/react/styled-system";
import { Link2Off, MailCheck } from "lucide-react";
import { useSearchParams } from "react-router";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { FormPage } from "#/components/layout/form-page.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { EmptyState } from "#/components/feedback/states.tsx";
import { Button } from "#/components/ui/button.tsx";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { useUnsubscribe } from "#/features/account/notifications/api.ts";
import { notificationMessages as messages } from "#/features/account/notifications/messages.ts";

/** /unsubscribe?token=: stops emails about settled picks by a click, without a session. Opening it changes nothing. */
export function UnsubscribePage() {
  usePageTitle(messages.unsubscribeTitle);
  const token = useSearchParams()[0].get("token");
  return (
    <FormPage title={messages.unsubscribeTitle} lead={messages.unsubscribeLead}>
      {token ? (
        <Unsubscribe token={token} />
      ) : (
        <EmptyState
          icon={<Link2Off size={24} />}
          title={messages.broken}
          text={messages.brokenText}
        />
      )}
    </FormPage>
  );
}

function Unsubscribe({ token }: { token: string }) {
  const { mutate, data: isDone, error, isPending } = useUnsubscribe();
  if (isDone)
    return (
      <div role="status">
        <EmptyState
          icon={<MailCheck size={24} />}
          title={messages.doneTitle}
          text={messages.done}
          action={<ButtonLink to="/account">{messages.toAccount}</ButtonLink>}
        />
      </div>
    );
  return (
    <chakra.div display="grid" gap={4}>
      <FormFailure error={error} fallback={messages.unchanged} />
      <Button
        variant="primary"
        size="lg"
        onClick={() => mutate(token)}
        busyText={isPending && messages.unsubscribing}
      >
        {messages.unsubscribe}
      </Button>
      {error && <Link to="/account">{messages.toAccount}</Link>}
    </chakra.div>
  );
}
