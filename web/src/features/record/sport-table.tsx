import { chakra } from "@chakra-ui/react/styled-system";
import type { Sport } from "@orbline/proto/constants/predictions";
import type { SlateRecordAnswer } from "@orbline/proto/http/prediction-record";
import { SportIcon } from "#/components/betting/sport-icon.tsx";
import { Table } from "#/components/data/table.tsx";
import { percent, signedPercent } from "#/lib/format.ts";
import { summarise, type Summary } from "#/shared/performance.ts";
import { messages } from "./messages.ts";
import { sportNames } from "#/shared/messages.ts";

/** A share as text, or a dash where nothing is behind it. */
export const shareText = (value: number | null, format = percent) =>
  value === null ? messages.none : format(value);

/** A return, in the colour of what it is. */
export const Return = ({ value }: { value: number | null }) => (
  <chakra.span color={value === null ? "fg" : value < 0 ? "fg.loss" : "fg.win"}>
    {shareText(value, signedPercent)}
  </chakra.span>
);

type Line = Summary & { sport: Sport };

const bySport = (combinations: SlateRecordAnswer["combinations"]): Line[] =>
  [...Map.groupBy(combinations, ({ sport }) => sport)]
    .map(([sport, lines]) => ({ sport, ...summarise(lines) }))
    .toSorted((a, b) => b.n - a.n);

/** One line a sport: how many, how many won, how many we said, what it returned. */
export const SportTable = ({
  combinations,
}: {
  combinations: SlateRecordAnswer["combinations"];
}) => (
  <Table>
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
            <chakra.span display="inline-flex" alignItems="center" verticalAlign="middle" gap={2.5}>
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
  </Table>
);
