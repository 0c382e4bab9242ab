import { chakra } from "@chakra-ui/react/styled-system";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Badge } from "#/components/ui/badge.tsx";
import { Choice, ChoiceGroup } from "#/components/form/choice.tsx";
import { authTexts } from "#/texts/auth.ts";
import type { SignUpPlan } from "#/features/auth/register-form.ts";

const cards = [
  {
    plan: "trial",
    name: authTexts.trial,
    price: authTexts.trialPrice,
    per: authTexts.trialFor,
    note: authTexts.trialAfter,
    badge: authTexts.recommended,
    tone: "accentOutline",
  },
  {
    plan: "lifetime",
    name: authTexts.lifetime,
    price: authTexts.lifetimePrice,
    per: authTexts.once,
    note: authTexts.lifetimeSaves,
    badge: authTexts.bestValue,
    tone: "neutral",
  },
] as const satisfies readonly { plan: SignUpPlan; [key: string]: string }[];

const Head = chakra("span", {
  base: { display: "flex", justifyContent: "space-between", alignItems: "center", gap: 2, mb: 2 },
});

/** The two plans of the sign-up screen as radio cards. */
export const PlanChoice = ({ input }: { input: UseFormRegisterReturn }) => (
  <ChoiceGroup
    legend={authTexts.plan}
    columns={{ base: "1fr", md: "1fr 1fr" }}
    gap={{ base: 3, md: 4 }}
  >
    {cards.map(({ plan, name, price, per, note, badge, tone }) => (
      <Choice key={plan} value={plan} {...input}>
        <Head>
          <chakra.span textStyle="panelTitle" fontSize="13px">
            {name}
          </chakra.span>
          <Badge tone={tone}>{badge}</Badge>
        </Head>
        <chakra.span display="block">
          <chakra.span textStyle="numLg" me={1.5}>
            {price}
          </chakra.span>{" "}
          <chakra.span textStyle="small" color="fg.muted">
            {per}
          </chakra.span>
        </chakra.span>
        <chakra.span display="block" textStyle="small" color="fg.muted" mt={0.5}>
          {note}
        </chakra.span>
      </Choice>
    ))}
  </ChoiceGroup>
);
