import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { ShieldCheck } from "lucide-react";
import { PlanCharges } from "#/components/betting/charge-timeline.tsx";
import { Link } from "#/components/ui/link.tsx";
import { Orb } from "#/components/betting/orb.tsx";
import { PageGrid } from "#/components/ui/page-grid.tsx";
import { authTexts } from "#/texts/auth.ts";
import type { SignUpPlan } from "#/features/auth/register-form.ts";

const Aside = chakra("aside", {
  base: {
    display: { base: "none", lg: "flex" },
    flexDirection: "column",
    justifyContent: "flex-end",
    position: "relative",
    isolation: "isolate",
    overflow: "hidden",
    px: 16,
    pt: "472px",
    pb: 14,
  },
});

const OrbPlace = chakra("div", {
  base: { position: "absolute", top: "-110px", right: "-160px", width: "600px", zIndex: -1 },
});

/** The wide screen's second half: the orb, and what a plan charges on which day. */
export const SidePanel = ({ plan, now }: { plan: SignUpPlan; now: Date }) => (
  <Aside aria-label={authTexts.sideTitle}>
    <PageGrid maskImage="linear-gradient(#000 20%, transparent 75%)" />
    <OrbPlace>
      <Orb withDots={false} />
    </OrbPlace>
    <Box maxWidth="520px">
      <chakra.h2 textStyle="h1" fontSize="28px">
        {authTexts.sideTitle}
      </chakra.h2>
      <chakra.p textStyle="bodyLg" color="fg.muted" mt={2} mb={6} maxWidth="44ch">
        {plan === "trial" ? authTexts.sideLead : authTexts.sideLeadLifetime}
      </chakra.p>
      <PlanCharges plan={plan} now={now} todayLabel={authTexts.today} />
      <Box
        display="flex"
        gap={3}
        mt={6}
        pt={5}
        borderTopWidth="1px"
        color="fg.muted"
        textStyle="small"
      >
        <chakra.span color="fg.subtle" aria-hidden>
          <ShieldCheck size={18} />
        </chakra.span>
        <p>
          {authTexts.cancelHow} {authTexts.cardSafe}
        </p>
      </Box>
      <chakra.p mt={4} textStyle="small">
        <Link to="/welcome">{authTexts.aboutProduct}</Link>
      </chakra.p>
    </Box>
  </Aside>
);
