import { chakra } from "@chakra-ui/react/styled-system";
import type { Sport } from "@orbline/proto/constants/predictions";
import type { SlateRecordAnswer } from "@orbline/proto/http/prediction/track-record";
import { SportIcon } from "#/components/betting/sport-icon.tsx";
import { Table } from "@chakra-ui/react/table";
import { percent, signedPercent } from "#/lib/format.ts";
import { summarize, type Summary } from "#/shared/performance.ts";
import { messages } from "./messages.ts";
import { sportNames } from "#/shared/messages.ts";

/** A share as text, or a dash for null. */
export function shareText(value: number | null, format = percent) {
  return value === null ? messages.none : format(value);
}

/** A return, colored as a win or a loss. */
export function Return({ value }: { value: number | null }) {
  return (
    <chakra.span color={value === null ? "fg" : value < 0 ? "fg.loss" : "fg.win"}>
      {shareText(value, signedPercent)}
    </chakra.span>
  );
}

/** One row per sport: settled, won, predicted share and return. */
export function SportTable({ combinations }: { combinations: SlateRecordAnswer["combinations"] }) {
  return (
    <Table.Root>
      <chakra.caption srOnly>{messages.bySport}</chakra.caption>
      <thead>
        <tr>
          <th scope="col">{messages.sport}</th>
          <th scope="col" data-numeric>
            {messages.n}
          </th>
          <th scope="col" data-numeric>
            {messages.won}
          </th>
          <chakra.th scope="col" data-numeric hideBelow="sm">
            {messages.said}
          </chakra.th>
          <th scope="col" data-numeric>
            {messages.ret}
          </th>
        </tr>
      </thead>
      <tbody>
        {bySport(combinations).map((line) => (
          <tr key={line.sport}>
            <th scope="row">
              <chakra.span
                display="inline-flex"
                alignItems="center"
                verticalAlign="middle"
                gap={2.5}
              >
                <chakra.span color="fg.subtle" hideBelow="sm">
                  <SportIcon sport={line.sport} size={18} />
                </chakra.span>
                {sportNames[line.sport]}
              </chakra.span>
            </th>
            <td data-numeric>{line.n.toLocaleString("en-US")}</td>
            <td data-numeric>{shareText(line.won)}</td>
            <chakra.td data-numeric hideBelow="sm" color="fg.muted">
              {shareText(line.said)}
            </chakra.td>
            <td data-numeric>
              <Return value={line.return} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table.Root>
  );
}

type Line = Summary & { sport: Sport };

function bySport(combinations: SlateRecordAnswer["combinations"]): Line[] {
  return [...Map.groupBy(combinations, ({ sport }) => sport)]
    .map(([sport, lines]) => ({ sport, ...summarize(lines) }))
    .toSorted((a, b) => b.n - a.n);
}
