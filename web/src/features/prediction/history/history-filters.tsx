import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryFilter } from "../api.ts";
import { Select } from "#/components/form/select.tsx";
import { messages } from "../messages.ts";
import { riskNames, slateMessages, sportNames } from "#/shared/messages.ts";

const Bar = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "1fr", sm: "repeat(3, minmax(0, 180px))" },
    gap: 3,
    mb: 4,
  },
});

type HistoryFiltersProps = { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void };

/** Filters of the list: sport, risk, result. */
export function HistoryFilters({ filter, onChange }: HistoryFiltersProps) {
  return (
    <Bar role="group" aria-label={messages.filters}>
      <Choice
        label={messages.sport}
        all={messages.allSports}
        names={sportNames}
        value={filter.sport}
        onChange={(sport) => onChange({ ...filter, sport })}
      />
      <Choice
        label={messages.risk}
        all={messages.allRisks}
        names={riskNames}
        value={filter.riskLevel}
        onChange={(riskLevel) => onChange({ ...filter, riskLevel })}
      />
      <Choice
        label={messages.result}
        all={messages.allResults}
        names={slateMessages.outcomes}
        value={filter.outcome}
        onChange={(outcome) => onChange({ ...filter, outcome })}
      />
    </Bar>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  /** Label of no choice. */
  all: string;
  names: Record<Value, string>;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};

function keysOf<Value extends string>(names: Record<Value, string>) {
  return Object.keys(names) as Value[];
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const values = keysOf(props.names);
  return (
    <Select
      aria-label={props.label}
      value={props.value ?? ""}
      onChange={(event) => props.onChange(values.find((value) => value === event.target.value))}
    >
      <option value="">{props.all}</option>
      {values.map((value) => (
        <option key={value} value={value}>
          {props.names[value]}
        </option>
      ))}
    </Select>
  );
}
