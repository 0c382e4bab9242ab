import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { ArrowRight } from "lucide-react";
import { Container } from "#/components/layout/container.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { Orb } from "#/components/betting/orb.tsx";
import { PageGrid } from "#/components/ui/page-grid.tsx";
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

const Buttons = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: {
      base: "repeat(auto-fit, minmax(150px, 1fr))",
      md: "1fr 1fr",
      xl: "auto auto auto",
    },
    width: { xl: "fit-content" },
    maxWidth: { md: "480px", xl: "none" },
    gap: 3,
    mt: 8,
    "& > :first-of-type": { gridColumn: { base: "1 / -1", xl: "auto" } },
  },
});

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
          <Buttons>
            <ButtonLink to="/production-signup" variant="primary" size="lg">
              {welcomeMessages.completeSignup}
              <ArrowRight size={18} aria-hidden />
            </ButtonLink>
            <ButtonLink to="/integrated-checkout" size="lg" px={{ base: 2, lg: 5 }}>
              {welcomeMessages.integratedCheckout}
            </ButtonLink>
            <ButtonLink to="/space-fix-checkout" size="lg" px={{ base: 2, lg: 5 }}>
              {welcomeMessages.quickCheckout}
            </ButtonLink>
          </Buttons>
          <Price />
        </div>
        <chakra.figure m={0} mx="auto" width="full" maxWidth={{ base: "300px", md: "560px" }}>
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
