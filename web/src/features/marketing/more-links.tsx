import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { ExternalLink as ExternalIcon, Wrench } from "lucide-react";
import { ExternalLink, Link } from "#/components/ui/link.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { welcomeMessages } from "./messages.ts";

const signUps = [
  { to: "/subscribe", label: welcomeMessages.subscribe },
  { to: "/subscription", label: welcomeMessages.premiumPackage },
  { to: "/production-signup", label: welcomeMessages.productionSignup },
  { to: "/deployed-subscribe", label: welcomeMessages.deployedSubscribe },
  { to: "/space-fix-checkout", label: welcomeMessages.directCheckout },
];

const diagnostics = [
  { href: "/api/production-price-ids", label: welcomeMessages.priceIds },
  { href: "/api/verify-price-ids", label: welcomeMessages.verifyPriceIds },
  { href: "/api/stripe-diagnostic-pro", label: welcomeMessages.providerStatus },
];

const Group = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: 6,
    rowGap: 1,
    px: { base: 4, md: 5 },
    py: 4,
    textStyle: "small",
  },
});
const Label = chakra("h2", {
  base: {
    display: "flex",
    gap: 2,
    alignItems: "center",
    // On a wide screen the links of both groups begin at the same place.
    width: { base: "full", lg: "150px" },
    color: "fg.subtle",
    fontWeight: 400,
  },
});
const Summary = chakra("summary", {
  base: {
    display: "flex",
    gap: 2,
    alignItems: "center",
    minHeight: "44px",
    px: { base: 4, md: 5 },
    textStyle: "small",
    color: "fg.subtle",
    cursor: "pointer",
    _hover: { color: "fg" },
  },
});
const target = { minHeight: { base: "44px", md: "24px" }, alignItems: "center" } as const;

/** The other ways to sign up and the diagnostic links, under the hero. */
export function MoreLinks() {
  return (
    <Panel as="div">
      <Group>
        <Label>{welcomeMessages.otherWays}</Label>
        {signUps.map(({ to, label }) => (
          <Link key={label} to={to} display="inline-flex" {...target}>
            {label}
          </Link>
        ))}
      </Group>
      <chakra.details borderTopWidth="1px">
        <Summary>
          <Wrench size={14} aria-hidden />
          {welcomeMessages.diagnosticTools}
        </Summary>
        <Group pt={0}>
          {diagnostics.map(({ href, label }) => (
            <ExternalLink
              key={href}
              href={href}
              target="_blank"
              rel="noopener"
              tone="muted"
              display="inline-flex"
              gap={1.5}
              {...target}
            >
              {label}
              <ExternalIcon size={13} aria-hidden />
              <VisuallyHidden>({welcomeMessages.newTab})</VisuallyHidden>
            </ExternalLink>
          ))}
        </Group>
      </chakra.details>
    </Panel>
  );
}
