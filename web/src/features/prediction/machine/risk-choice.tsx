import { chakra } from "@chakra-ui/react/styled-system";
import { riskLevels } from "@orbline/proto/constants/predictions";
import { Choice, ChoiceGroup } from "#/components/form/choice.tsx";
import { useDisplay } from "#/lib/display.ts";
import { oddsIn } from "#/lib/format.ts";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { useRiskFocus } from "./use-risk-focus.ts";
import { messages, riskBounds } from "../messages.ts";
import { riskNames } from "#/shared/messages.ts";

const Bounds = chakra("p", {
  base: {
    position: "absolute",
    top: 0,
    insetEnd: 0,
    display: "flex",
    alignItems: "baseline",
    gap: 3,
    textStyle: "small",
    color: "fg.muted",
  },
});

type RiskChoiceProps = {
  /** Id of what limits the choice, which screen readers read with it. */
  describedBy: string | undefined;
};

/** The risk levels, with legs and odds of the chosen one beside the name of the group. */
export function RiskChoice({ describedBy }: RiskChoiceProps) {
  const { sport, risk, setRisk } = usePredictionForm();
  const { oddsFormat } = useDisplay();
  const bounds = risk === undefined ? undefined : riskBounds(risk, sport);
  return (
    <chakra.div ref={useRiskFocus()} position="relative">
      <ChoiceGroup legend={messages.risk} segmented describedBy={describedBy}>
        {riskLevels.map((name) => (
          <Choice
            key={name}
            look="segment"
            name="risk"
            value={name}
            checked={risk === name}
            onChange={() => setRisk(name)}
          >
            {riskNames[name]}
          </Choice>
        ))}
      </ChoiceGroup>
      {bounds && (
        <Bounds>
          <span>{bounds.legs}</span>
          <chakra.span textStyle="numSm" lineHeight="20px">
            {bounds.odds.map((odds) => oddsIn(oddsFormat, odds).shown).join(" to ")}
          </chakra.span>
        </Bounds>
      )}
    </chakra.div>
  );
}
