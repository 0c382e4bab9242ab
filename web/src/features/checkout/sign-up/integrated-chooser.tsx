import { chakra } from "@chakra-ui/react/styled-system";
import { ButtonLink } from "#/components/ui/link.tsx";
import { messages } from "../messages.ts";
import { planCards } from "#/shared/plans.ts";

const Row = chakra("li", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    justifyContent: "space-between",
    gap: 3,
    py: 4,
    "&:not(:last-child)": { borderBottom: "1px solid {colors.line.subtle}" },
    _first: { pt: 0 },
    _last: { pb: 0 },
  },
});

const choices = [
  { plan: "monthly", to: "/integrated-monthly-checkout", label: messages.integratedMonthly },
  { plan: "annual", to: "/integrated-annual-checkout", label: messages.integratedAnnual },
] as const;

/** The two integrated forms with their prices. */
export function IntegratedChooser() {
  return (
    <chakra.ul listStyle="none" p={0}>
      {choices.map(({ plan, to, label }) => (
        <Row key={plan}>
          <span>
            <chakra.span textStyle="h3" display="block">
              {planCards[plan].name}
            </chakra.span>
            <chakra.span textStyle="num">{planCards[plan].price}</chakra.span>{" "}
            <chakra.span color="fg.muted">{planCards[plan].per}</chakra.span>
          </span>
          <ButtonLink to={to} width={{ base: "full", sm: "176px" }}>
            {label}
          </ButtonLink>
        </Row>
      ))}
    </chakra.ul>
  );
}
