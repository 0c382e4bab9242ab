import { usePageTitle } from "#/components/layout/page-title.ts";
import { ButtonLink } from "#/components/ui/link.tsx";
import { LogoMark } from "#/components/ui/logo.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { Center } from "#/components/layout/center.tsx";
import { layoutTexts } from "#/texts/layout.ts";

/** Every path without a page. */
export const NotFoundPage = () => {
  usePageTitle(layoutTexts.notFoundTitle);
  return (
    <Center>
      <LogoMark size={48} dimmed />
      <Heading>{layoutTexts.notFoundTitle}</Heading>
      <p>{layoutTexts.notFoundText}</p>
      <ButtonLink to="/">{layoutTexts.backHome}</ButtonLink>
    </Center>
  );
};
