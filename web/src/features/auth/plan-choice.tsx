import { chakra } from "@chakra-ui/react/styled-system";
import { useFormContext } from "react-hook-form";
import { Badge } from "#/components/ui/badge.tsx";
import { Choice, ChoiceGroup } from "#/components/form/choice.tsx";
import type { SignUpPlan } from "./forms.ts";
import { messages } from "./messages.ts";

const cards = [
  {
    plan: "trial",
    name: messages.trial,
    price: messages.trialPrice,
    per: messages.trialFor,
    note: messages.trialAfter,
    badge: messages.recommended,
    tone: "accentOutline",
  },
  {
    plan: "lifetime",
    name: messages.lifetime,
    price: messages.lifetimePrice,
    per: messages.once,
    note: messages.lifetimeSaves,
    badge: messages.bestValue,
    tone: "neutral",
  },
] as const satisfies readonly { plan: SignUpPlan; [key: string]: string }[];

const Head = chakra("span", {
  base: { display: "flex", justifyContent: "space-between", alignItems: "center", gap: 2, mb: 2 },
});

export function PlanChoice({ onPlan }: { onPlan: (plan: SignUpPlan) => void }) {
  const { register } = useFormContext();
  return (
    <ChoiceGroup
      legend={messages.plan}
      columns={{ base: "1fr", md: "1fr 1fr" }}
      gap={{ base: 3, md: 4 }}
    >
      {cards.map(({ plan, name, price, per, note, badge, tone }) => (
        <Choice key={plan} value={plan} {...register("plan", { onChange: () => onPlan(plan) })}>
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
}
