import { Center } from "#/components/layout/center.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Button } from "#/components/ui/button.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { useLogout } from "#/features/auth/session.ts";
import { messages } from "#/features/auth/messages.ts";

/** A page with only a log-out button. */
export function LogoutTestPage() {
  usePageTitle(messages.logoutTestTitle);
  const onLogout = useLogout();
  return (
    <Center>
      <Heading>{messages.logoutTestTitle}</Heading>
      <p>{messages.logoutTestText}</p>
      <Button variant="primary" onClick={onLogout}>
        {messages.logOut}
      </Button>
    </Center>
  );
}
