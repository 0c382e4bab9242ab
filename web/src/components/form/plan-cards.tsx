import { chakra } from "@chakra-ui/react/styled-system";
import type { Plan } from "@orbline/proto/constants/plans";
import { useController } from "react-hook-form";
import { Badge } from "#/components/ui/badge.tsx";
import { layoutMessages } from "#/shared/messages.ts";
import { planCards } from "#/shared/plans.ts";
import { Choice, ChoiceGroup, RadioMark } from "./choice.tsx";

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
  const [nameStyle, priceStyle, noteStyle] = compact
    ? (["panelTitle", "numLg", "small"] as const)
    : (["h3", "numXl", "body"] as const);
  return (
    <ChoiceGroup
      legend={layoutMessages.plan}
      hideLegend={!compact}
      columns={{ base: "1fr", md: "1fr 1fr" }}
      gap={{ base: 3, md: 4 }}
    >
      {plans.map((plan) => (
        <Choice
          key={plan}
          name="plan"
          value={plan}
          checked={plan === value}
          onChange={() => onChange(plan)}
        >
          <chakra.span display="flex" alignItems="center" gap={2} mb={3} minHeight="26px">
            <chakra.span textStyle={nameStyle} flex={1}>
              {planCards[plan].name}
            </chakra.span>
            {planCards[plan].badge !== undefined && (
              <Badge tone={plan === "trial" ? "accentOutline" : "neutral"}>
                {planCards[plan].badge}
              </Badge>
            )}
            {!compact && <RadioMark data-mark aria-hidden />}
          </chakra.span>
          <chakra.span display="block">
            <chakra.span textStyle={priceStyle} me={1.5}>
              {planCards[plan].price}
            </chakra.span>{" "}
            <chakra.span color="fg.muted">{planCards[plan].per}</chakra.span>
          </chakra.span>
          <chakra.span display="block" color="fg.muted" mt={1} textStyle={noteStyle}>
            {planCards[plan].note}
          </chakra.span>
        </Choice>
      ))}
    </ChoiceGroup>
  );
}

type PlanFieldProps<Offered extends Plan> = {
  plans: readonly Offered[];
  onPlan?: (plan: Offered) => void;
};

/** The plan of a form, under `plan`, as small cards. */
export function PlanField<Offered extends Plan>({ plans, onPlan }: PlanFieldProps<Offered>) {
  const { field } = useController({ name: "plan" });
  const choose = (plan: Offered) => {
    field.onChange(plan);
    onPlan?.(plan);
  };
  return <PlanCards compact plans={plans} value={field.value} onChange={choose} />;
}
