import { Center } from "#/components/layout/center.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Button } from "#/components/ui/button.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { authTexts } from "#/texts/auth.ts";
import { useLogout } from "#/features/auth/use-logout.ts";

/** A page with a log-out button and nothing else. */
export const LogoutTestPage = () => {
  usePageTitle(authTexts.logoutTestTitle);
  const onLogout = useLogout();
  return (
    <Center>
      <Heading>{authTexts.logoutTestTitle}</Heading>
      <p>{authTexts.logoutTestText}</p>
      <Button variant="primary" onClick={onLogout}>
        {authTexts.logOut}
      </Button>
    </Center>
  );
};
