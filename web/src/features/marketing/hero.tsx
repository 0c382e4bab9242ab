import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { ArrowRight } from "lucide-react";
import { Container } from "#/components/layout/container.tsx";
import { ButtonLink, Link } from "#/components/ui/link.tsx";
import { Orb } from "#/components/betting/orb.tsx";
import { PageGrid } from "#/components/ui/page-grid.tsx";
import { trialPath } from "#/components/layout/nav-links.ts";
import { layoutMessages } from "#/shared/messages.ts";
import { welcomeMessages } from "./messages.ts";

const Columns = chakra(Container, {
  base: {
    display: "grid",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      md: "minmax(0, 1.25fr) minmax(0, 1fr)",
      lg: "minmax(0, 1.1fr) minmax(0, 1fr)",
    },
    alignItems: "center",
    gap: { base: 8, md: 6 },
    py: { base: 8, lg: 16 },
  },
});

const Ways = chakra("ul", {
  base: {
    listStyle: "none",
    display: "flex",
    flexWrap: "wrap",
    columnGap: 6,
    rowGap: 1,
    textStyle: "small",
    color: "fg.muted",
  },
});

/** Ways to sign up that charge at once. */
const payments = [
  { to: "/production-signup", label: welcomeMessages.completeSignup },
  { to: "/integrated-checkout", label: welcomeMessages.integratedCheckout },
  { to: "/space-fix-checkout", label: welcomeMessages.quickCheckout },
];

/** The hero of the signed-out home: title, ways to sign up, price, orb. */
export function Hero() {
  return (
    <Box position="relative" isolation="isolate" overflow="hidden">
      <PageGrid />
      <Columns>
        <div>
          <chakra.p textStyle="eyebrow" color="accent.fg" mb={6}>
            {welcomeMessages.eyebrow}
          </chakra.p>
          <chakra.h1 textStyle="display" maxWidth="8ch">
            {welcomeMessages.hero}
          </chakra.h1>
          <chakra.p textStyle="lead" color="fg.muted" mt={6}>
            {welcomeMessages.tagline}
          </chakra.p>
          <chakra.p color="fg.muted" mt={3} maxWidth="44ch">
            {welcomeMessages.whatYouSee}
          </chakra.p>
          <ButtonLink to={trialPath} variant="primary" size="lg" mt={8}>
            {layoutMessages.startTrial}
            <ArrowRight size={18} aria-hidden />
          </ButtonLink>
          <Price />
          <OtherPayments />
        </div>
        {/* On a phone the settled pick follows the buttons. */}
        <chakra.figure hideBelow="md" m={0} mx="auto" width="full" maxWidth="560px">
          <Orb label={welcomeMessages.orb} />
          <chakra.figcaption
            textStyle="small"
            color="fg.subtle"
            textAlign="center"
            textWrap="balance"
            mt={4}
          >
            {welcomeMessages.orbCaption}
          </chakra.figcaption>
        </chakra.figure>
      </Columns>
    </Box>
  );
}

function Price() {
  return (
    <chakra.p textStyle="small" color="fg.muted" mt={4}>
      <chakra.b textStyle="num" fontSize="13px" color="fg">
        {welcomeMessages.trialPrice}
      </chakra.b>{" "}
      {welcomeMessages.forTwoDays}{" "}
      <chakra.b textStyle="num" fontSize="13px" color="fg">
        {welcomeMessages.monthlyPrice}
      </chakra.b>{" "}
      {welcomeMessages.aMonth}
      <br />
      {welcomeMessages.cancelHow}
    </chakra.p>
  );
}

function OtherPayments() {
  return (
    <Box as="section" aria-labelledby="other-payments" mt={6}>
      <chakra.h2 id="other-payments" textStyle="small" color="fg.subtle" fontWeight={400}>
        {welcomeMessages.otherPayments}
      </chakra.h2>
      <Ways>
        {payments.map(({ to, label }) => (
          <chakra.li key={to} display="flex" alignItems="center" minHeight="44px">
            <Link to={to}>{label}</Link>
          </chakra.li>
        ))}
      </Ways>
    </Box>
  );
}
