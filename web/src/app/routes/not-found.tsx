import { usePageTitle } from "#/components/layout/page-title.ts";
import { ButtonLink } from "#/components/ui/link.tsx";
import { LogoMark } from "#/components/ui/logo.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { Center } from "#/components/layout/center.tsx";
import { layoutMessages } from "#/shared/messages.ts";

/** Every path without a page. */
export function NotFoundPage() {
  usePageTitle(layoutMessages.notFoundTitle);
  return (
    <Center>
      <LogoMark size={48} dimmed />
      <Heading>{layoutMessages.notFoundTitle}</Heading>
      <p>{layoutMessages.notFoundText}</p>
      <ButtonLink to="/">{layoutMessages.backHome}</ButtonLink>
    </Center>
  );
}
