import { Input } from "#/components/form/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { sports, type Sport } from "@orbline/proto/constants/predictions";
import { Star } from "lucide-react";
import { memo } from "react";
import { Choice, ChoiceGroup } from "#/components/form/choice.tsx";
import { Button } from "#/components/ui/button.tsx";
import { sportNames } from "#/shared/messages.ts";
import { messages } from "./messages.ts";

const Bar = chakra("div", {
  base: {
    display: "grid",
    gap: 3,
    mt: 4,
    mb: 4,
    alignItems: "end",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      md: "minmax(0, 1fr) auto",
      xl: "minmax(0, 1fr) 240px auto",
    },
    "& > :first-child": { gridColumn: { base: "1 / -1", xl: "auto" } },
  },
});

/** What the list of games is narrowed to. */
export type GameFilter = {
  sport: Sport | undefined;
  favorites: boolean;
  /** Games that start within 24 hours. */
  soon: boolean;
  /** A day in the user's time zone, such as `Nov 23`. A search finds games of all days. */
  day: string | undefined;
  search: string;
};

/** The filter that all games match. */
export const everyGame: GameFilter = {
  sport: undefined,
  favorites: false,
  soon: false,
  day: undefined,
  search: "",
};

type GameFiltersProps = { filter: GameFilter; onChange: (filter: GameFilter) => void };

/** Sport, search, games of the next day and favorites. */
export const GameFilters = memo(function GameFilters({ filter, onChange }: GameFiltersProps) {
  return (
    <Bar role="search" aria-label={messages.title}>
      <ChoiceGroup
        legend={messages.sport}
        hideLegend
        gap={1}
        rowOf="64px"
        columns={{
          base: "none",
          md: "repeat(8, minmax(0, 1fr))",
          lg: "repeat(8, minmax(56px, 84px))",
        }}
      >
        {[undefined, ...sports].map((sport) => (
          <Choice
            key={sport ?? "all"}
            look="segment"
            name="slate-sport"
            value={sport ?? "all"}
            checked={filter.sport === sport}
            onChange={() => onChange({ ...filter, sport })}
          >
            {sport ? sportNames[sport] : messages.allSports}
          </Choice>
        ))}
      </ChoiceGroup>
      <Input
        type="search"
        aria-label={messages.search}
        placeholder={messages.searchPlaceholder}
        value={filter.search}
        onChange={({ target }) => onChange({ ...filter, search: target.value })}
      />
      <chakra.div
        display="flex"
        flexWrap="wrap"
        gap={2}
        gridColumn={{ base: "1 / -1", md: "auto" }}
      >
        <Button
          aria-pressed={filter.soon}
          color={filter.soon ? "accent.fg" : undefined}
          onClick={() => onChange({ ...filter, soon: !filter.soon })}
        >
          {messages.soon}
        </Button>
        <Button
          aria-pressed={filter.favorites}
          color={filter.favorites ? "accent.fg" : undefined}
          onClick={() => onChange({ ...filter, favorites: !filter.favorites })}
        >
          <Star size={16} fill={filter.favorites ? "currentColor" : "none"} aria-hidden />
          {messages.favorites}
        </Button>
      </chakra.div>
    </Bar>
  );
});
