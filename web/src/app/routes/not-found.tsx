import { chakra } from "@chakra-ui/react/styled-system";
import { Search } from "lucide-react";
import { navLinks } from "#/components/layout/nav-links.ts";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Button } from "#/components/ui/button.tsx";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { LogoMark } from "#/components/ui/logo.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { Center } from "#/components/layout/center.tsx";
import { openPalette } from "#/stores/palette-store.ts";
import { layoutMessages } from "#/shared/messages.ts";

const messages = {
  title: "404 Page Not Found",
  lead: "There's no page at this address. Check it for typos, or continue here:",
  forDevelopers: "For developers:",
  text: "Did you forget to add the page to the router?",
} as const;

/** Every path without a page. */
export function NotFoundPage() {
  usePageTitle(messages.title);
  return (
    <Center>
      <LogoMark size={48} dimmed />
      <Heading>{messages.title}</Heading>
      <chakra.p textWrap="balance">{messages.lead}</chakra.p>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="center" gap={3}>
        <ButtonLink to="/">{layoutMessages.backHome}</ButtonLink>
        <Button aria-haspopup="dialog" onClick={openPalette}>
          <Search size={16} aria-hidden />
          {layoutMessages.search}
        </Button>
      </chakra.div>
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
        {messages.forDevelopers} <span>{messages.text}</span>
      </chakra.p>
    </Center>
  );
}
