import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { ExternalLink as ExternalIcon } from "lucide-react";
import { Disclosure } from "#/components/ui/disclosure.tsx";
import { ExternalLink, Link } from "#/components/ui/link.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { welcomeMessages } from "./messages.ts";

const signUps = [
  { to: "/subscribe", label: welcomeMessages.subscribe },
  { to: "/subscription", label: welcomeMessages.premiumPackage },
  { to: "/deployed-subscribe", label: welcomeMessages.deployedSubscribe },
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
    pb: 4,
    textStyle: "small",
  },
});
const target = { minHeight: { base: "44px", md: "24px" }, alignItems: "center" } as const;

/** The ways to sign up that the hero lacks and the diagnostic links, folded away. */
export function MoreLinks() {
  return (
    <Panel as="div">
      <Disclosure label={welcomeMessages.otherWays}>
        <Group>
          {signUps.map(({ to, label }) => (
            <Link key={label} to={to} display="inline-flex" {...target}>
              {label}
            </Link>
          ))}
        </Group>
      </Disclosure>
      <Disclosure label={welcomeMessages.diagnosticTools}>
        <Group>
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
      </Disclosure>
    </Panel>
  );
}
