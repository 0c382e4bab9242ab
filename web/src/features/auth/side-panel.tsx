import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { PlanCharges } from "#/components/betting/charge-timeline.tsx";
import { Link } from "#/components/ui/link.tsx";
import { Orb } from "#/components/betting/orb.tsx";
import { PageGrid } from "#/components/ui/page-grid.tsx";
import type { SignUpPlan } from "#/shared/sign-up.ts";
import { messages } from "./messages.ts";

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

// Over the empty part of the picture, so that its late content moves nothing.
const SamplePlace = chakra("div", {
  base: { position: "absolute", top: 16, insetStart: 16, width: "min(360px, calc(100% - 128px))" },
});

const OrbPlace = chakra("div", {
  base: { position: "absolute", top: "-110px", right: "-160px", width: "600px", zIndex: -1 },
});

type SidePanelProps = { plan: SignUpPlan; now: Date; sample: ReactNode };

/** The right half of wide screens: a settled prediction, the orb and the charges of the chosen plan by date. */
export function SidePanel({ plan, now, sample }: SidePanelProps) {
  return (
    <Aside aria-label={messages.sideTitle}>
      <PageGrid maskImage="linear-gradient(#000 20%, transparent 75%)" />
      <OrbPlace>
        <Orb withDots={false} />
      </OrbPlace>
      <SamplePlace>{sample}</SamplePlace>
      <Box maxWidth="520px">
        <chakra.h2 textStyle="h1" fontSize="28px">
          {messages.sideTitle}
        </chakra.h2>
        <chakra.p textStyle="bodyLg" color="fg.muted" mt={2} mb={6} maxWidth="44ch">
          {plan === "trial" ? messages.sideLead : messages.sideLeadLifetime}
        </chakra.p>
        <PlanCharges plan={plan} now={now} todayLabel={messages.today} />
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
            {plan === "trial" && `${messages.cancelHow} `}
            {messages.cardSafe}
          </p>
        </Box>
        <chakra.p mt={4} textStyle="small">
          <Link to="/welcome">{messages.aboutProduct}</Link>
        </chakra.p>
      </Box>
    </Aside>
  );
}
