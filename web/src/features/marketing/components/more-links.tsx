import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { ExternalLink as ExternalIcon, Wrench } from "lucide-react";
import { ExternalLink, Link } from "#/components/ui/link.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { welcomeTexts as texts } from "#/texts/marketing.ts";

const signUps = [
  { to: "/subscribe", label: texts.subscribe },
  { to: "/subscription", label: texts.premiumPackage },
  { to: "/production-signup", label: texts.productionSignup },
  { to: "/space-fix-checkout", label: texts.directCheckout },
];

const diagnostics = [
  { href: "/api/production-price-ids", label: texts.priceIds },
  { href: "/api/verify-price-ids", label: texts.verifyPriceIds },
  { href: "/api/stripe-diagnostic-pro", label: texts.providerStatus },
];

const Half = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: 6,
    rowGap: 1,
    px: { base: 4, md: 5 },
    py: 4,
    textStyle: "small",
    flex: { md: "auto" },
  },
});
const Label = chakra("h2", {
  base: { display: "flex", gap: 2, alignItems: "center", color: "fg.subtle", fontWeight: 400 },
});
const target = { minHeight: { base: "44px", md: "24px" }, alignItems: "center" } as const;

/** The other ways to sign up and the diagnostic links, under the hero. */
export const MoreLinks = () => (
  <Panel
    as="div"
    display="flex"
    flexDirection={{ base: "column", lg: "row" }}
    justifyContent="space-between"
  >
    <Half>
      <Label width={{ base: "full", md: "auto" }}>{texts.otherWays}</Label>
      {signUps.map(({ to, label }) => (
        <Link key={label} to={to} display="inline-flex" {...target}>
          {label}
        </Link>
      ))}
    </Half>
    <Half
      borderInlineStartWidth={{ lg: "1px" }}
      borderTopWidth={{ base: "1px", lg: 0 }}
      justifyContent={{ lg: "flex-end" }}
    >
      <Label width={{ base: "full", md: "auto" }}>
        <Wrench size={14} aria-hidden />
        {texts.diagnosticTools}
      </Label>
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
          <VisuallyHidden>({texts.newTab})</VisuallyHidden>
        </ExternalLink>
      ))}
    </Half>
  </Panel>
);
