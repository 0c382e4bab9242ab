import { chakra } from "@chakra-ui/react/styled-system";
import type { Plan } from "@orbline/proto/constants/plans";
import { useController } from "react-hook-form";
import { Badge } from "#/components/ui/badge.tsx";
import { Choice, ChoiceGroup, RadioMark } from "#/components/form/choice.tsx";
import { messages } from "./messages.ts";
import { planCards } from "#/shared/plans.ts";

const Head = chakra("span", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    alignItems: "center",
    gap: 2,
    mb: 3,
    minHeight: "26px",
  },
});

type PlanCardsProps<Offered extends Plan> = {
  plans: readonly Offered[];
  value: Offered;
  onChange: (plan: Offered) => void;
  /** Smaller cards for panels. */
  compact?: boolean;
};

/** Plans as radio cards with price, interval and a note. */
export function PlanCards<Offered extends Plan>({
  plans,
  value,
  onChange,
  compact = false,
}: PlanCardsProps<Offered>) {
  return (
    <ChoiceGroup
      legend={messages.plan}
      hideLegend={!compact}
      columns={{ base: "1fr", md: "1fr 1fr" }}
      gap={{ base: 3, md: 4 }}
    >
      {plans.map((plan) => {
        const { name, price, per, note, badge } = planCards[plan];
        return (
          <Choice
            key={plan}
            name="plan"
            value={plan}
            checked={plan === value}
            onChange={() => onChange(plan)}
          >
            <Head>
              <chakra.span textStyle={compact ? "panelTitle" : "h3"} flex={1}>
                {name}
              </chakra.span>
              {badge !== undefined && (
                <Badge tone={plan === "trial" ? "accentOutline" : "neutral"}>{badge}</Badge>
              )}
              {!compact && <RadioMark data-mark aria-hidden />}
            </Head>
            <chakra.span display="block">
              <chakra.span textStyle={compact ? "numLg" : "numXl"} me={1.5}>
                {price}
              </chakra.span>{" "}
              <chakra.span color="fg.muted">{per}</chakra.span>
            </chakra.span>
            <chakra.span
              display="block"
              color="fg.muted"
              mt={1}
              textStyle={compact ? "small" : "body"}
            >
              {note}
            </chakra.span>
          </Choice>
        );
      })}
    </ChoiceGroup>
  );
}

/** The plan of a form, under `plan`, as small cards. */
export function PlanField({ plans }: { plans: readonly Plan[] }) {
  const { field } = useController({ name: "plan" });
  return <PlanCards plans={plans} value={field.value} onChange={field.onChange} compact />;
}
