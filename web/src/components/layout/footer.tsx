import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { LifeBuoy } from "lucide-react";
import { memo } from "react";
import { currentYear, site } from "#/lib/site.ts";
import { useHydrated } from "#/lib/use-hydrated.ts";
import { ExternalLink, Link } from "#/components/ui/link.tsx";
import { Container } from "./container.tsx";
import { layoutMessages } from "#/shared/messages.ts";

const Row = chakra(Container, {
  base: {
    display: "flex",
    flexDirection: { base: "column", lg: "row" },
    justifyContent: "space-between",
    alignItems: { lg: "center" },
    gap: 4,
    py: 6,
    textStyle: "small",
    color: "fg.muted",
  },
});

const Links = chakra("nav", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: 5, rowGap: 1 },
});

const Item = chakra(Link, {
  base: { display: "inline-flex", alignItems: "center", minHeight: { base: "44px", md: "24px" } },
});

// A page prerendered last year shows that year until it is hydrated; the key renders the line again.
function Brand() {
  return (
    <chakra.span key={String(useHydrated())} color="fg.subtle" suppressHydrationWarning>
      {`© ${currentYear()} ${site.brandLine}`}
    </chakra.span>
  );
}

/** The footer of every page: age limit, disclaimer, helpline, legal links. */
export const Footer = memo(({ signedIn }: { signedIn: boolean }) => (
  <Box as="footer" borderTopWidth="1px">
    <Row>
      <Box display="flex" gap={3} maxWidth="72ch">
        <Box as="span" color="fg.subtle" pt={0.5} flexShrink={0}>
          <LifeBuoy size={18} aria-hidden />
        </Box>
        <p>
          <chakra.strong color="fg" fontWeight={650}>
            {layoutMessages.age}
          </chakra.strong>{" "}
          {layoutMessages.entertainment}{" "}
          <ExternalLink href={site.helplineUrl} textStyle="num" fontSize="13px" whiteSpace="nowrap">
            {site.helplineNumber}
          </ExternalLink>
          : {site.helplineText}
        </p>
      </Box>
      <Links aria-label={layoutMessages.footerNavigation}>
        {signedIn && (
          <Item to="/cancel-account" tone="muted">
            {layoutMessages.cancelSubscription}
          </Item>
        )}
        <Item to="/record" tone="muted">
          {layoutMessages.record}
        </Item>
        <Item to="/responsible-gaming" tone="muted">
          {layoutMessages.responsibleGaming}
        </Item>
        <Item to="/terms" tone="muted">
          {layoutMessages.terms}
        </Item>
        <Item to="/privacy" tone="muted">
          {layoutMessages.privacy}
        </Item>
        <Brand />
      </Links>
    </Row>
  </Box>
));
