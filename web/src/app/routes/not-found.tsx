import { chakra } from "@chakra-ui/react/styled-system";
import { navLinks } from "#/components/layout/nav-links.ts";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
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
      <p>{layoutMessages.notFoundLead}</p>
      <ButtonLink to="/">{layoutMessages.backHome}</ButtonLink>
      <chakra.ul
        display="flex"
        flexWrap="wrap"
        justifyContent="center"
        columnGap={5}
        listStyle="none"
      >
        {navLinks(null).map(({ to, label }) => (
          <li key={to}>
            <Link to={to} display="inline-flex" alignItems="center" minHeight="44px">
              {label}
            </Link>
          </li>
        ))}
      </chakra.ul>
      <chakra.p textStyle="small" color="fg.subtle">
        {layoutMessages.notFoundText}
      </chakra.p>
    </Center>
  );
}
