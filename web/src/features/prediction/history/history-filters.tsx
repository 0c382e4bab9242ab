import { chakra } from "@chakra-ui/react/styled-system";
import type { HistoryFilter } from "../api.ts";
import { Select } from "#/components/form/select.tsx";
import { messages } from "../messages.ts";
import { riskNames, slateMessages, sportNames } from "#/shared/messages.ts";

const Bar = chakra("div", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "repeat(2, minmax(0, 1fr))", sm: "repeat(3, minmax(0, 180px))" },
    "& > :last-child": { gridColumn: { base: "1 / -1", sm: "auto" } },
    gap: 3,
    mb: 4,
  },
});

type HistoryFiltersProps = { filter: HistoryFilter; onChange: (filter: HistoryFilter) => void };

const fields = [
  { field: "sport", label: messages.sport, all: messages.allSports, names: sportNames },
  { field: "riskLevel", label: messages.risk, all: messages.allRisks, names: riskNames },
  {
    field: "outcome",
    label: messages.result,
    all: messages.allResults,
    names: slateMessages.outcomes,
  },
] as const;

/** Filters of the list: sport, risk, result. */
export function HistoryFilters({ filter, onChange }: HistoryFiltersProps) {
  return (
    <Bar role="group" aria-label={messages.filters}>
      {fields.map(({ field, label, all, names }) => (
        <Select
          key={field}
          aria-label={label}
          value={filter[field] ?? ""}
          onChange={({ target }) => onChange({ ...filter, [field]: target.value || undefined })}
        >
          <option value="">{all}</option>
          {Object.entries(names).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      ))}
    </Bar>
  );
}
