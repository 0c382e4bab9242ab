import { chakra } from "@chakra-ui/react/styled-system";
import { Link as RouterLink } from "react-router";
import { sports } from "@orbline/proto/constants/predictions";
import { Choice, ChoiceGroup } from "#/components/form/choice.tsx";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { SportIcon } from "#/components/betting/sport-icon.tsx";
import { messages } from "../messages.ts";
import { sportNames } from "#/shared/messages.ts";

const Count = chakra(
  RouterLink,
  {
    base: {
      display: "flex",
      flexDirection: "column",
      alignItems: "center",
      justifyContent: "center",
      textStyle: "small",
      color: "fg.subtle",
      borderRadius: "control",
      textDecoration: "underline",
      textDecorationThickness: "1px",
      textDecorationColor: "{colors.accent.line}",
      textUnderlineOffset: "4px",
      _hover: { color: "fg", bg: "bg.hover" },
    },
  },
  { forwardProps: ["to"] },
);

/** The sports as tiles; the last tile counts the games of the chosen one and links to them. */
export function SportChoice({ gameCount }: { gameCount: number | undefined }) {
  const { sport, setSport } = usePredictionForm();
  return (
    <ChoiceGroup legend={messages.sport} columns="repeat(4, minmax(0, 1fr))">
      {sports.map((name) => (
        <Choice
          key={name}
          look="tile"
          name="sport"
          value={name}
          checked={sport === name}
          onChange={() => setSport(name)}
        >
          <SportIcon sport={name} />
          {sportNames[name]}
        </Choice>
      ))}
      {sport !== undefined && gameCount !== undefined && (
        <Count to={`/slate?sport=${sport}`}>
          <chakra.span textStyle="num" color="fg">
            {gameCount}
          </chakra.span>
          {` ${messages.games}`}
        </Count>
      )}
    </ChoiceGroup>
  );
}
