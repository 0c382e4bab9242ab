import type { DeadLetterAnswer } from "@orbline/proto/http/admin-operations";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import type { Column } from "#/components/data/data-table.tsx";
import { BreakableName } from "#/components/data/breakable-name.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { utcMinute } from "#/lib/format.ts";
import {
  deadLettersQuery,
  replayDeadLetter,
  type DeadLetterFilter,
} from "#/features/admin/operations-api.ts";
import { useCommand } from "#/features/admin/use-command.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { Mono, PagedList } from "./paged-list.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";
import { Bar, Count, Pick, Refresh } from "./tool-bar.tsx";
import { operationMessages } from "./messages.ts";

type Letter = DeadLetterAnswer;
const states = ["dead", "replaying", "replayed"] as const;
const columnsFor = (onReplay: (letter: Letter) => void): Column<Letter>[] => [
  { name: operationMessages.type, cell: ({ type }) => <BreakableName name={type} /> },
  { name: operationMessages.topic, wide: true, cell: ({ topic }) => <Mono>{topic}</Mono> },
  {
    name: operationMessages.place,
    cell: ({ partition, offset }) => (
      <Mono>
        {partition}, {offset}
      </Mono>
    ),
  },
  { name: operationMessages.group, cell: ({ group }) => <Mono>{group}</Mono> },
  { name: operationMessages.reason, wide: true, cell: ({ reason }) => reason },
  {
    name: operationMessages.died,
    wide: true,
    cell: ({ diedAt }) => <Mono>{utcMinute(diedAt)}</Mono>,
  },
  { name: operationMessages.deaths, numeric: true, cell: ({ deaths }) => deaths },
  { name: operationMessages.state, cell: ({ state }) => <OutcomeBadge outcome={state} /> },
  {
    name: operationMessages.actions,
    action: true,
    cell: (letter) =>
      letter.state === "dead" && (
        <Button
          size="sm"
          aria-label={operationMessages.replayOf(letter.id)}
          onClick={() => onReplay(letter)}
        >
          {operationMessages.replay}
        </Button>
      ),
  },
];

const ReplayDialog = ({ letter, onClose }: { letter: Letter; onClose: () => void }) => {
  const replay = useCommand({
    run: replayDeadLetter,
    said: () => ({ title: operationMessages.done, description: operationMessages.letterReplayed }),
    failed: operationMessages.replayLetterFailed,
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={operationMessages.replayLetterTitle}
      text={operationMessages.replayLetterText(letter.type, letter.group)}
      confirm={operationMessages.replay}
      busy={replay.isPending}
      onConfirm={(reason) => replay.mutate({ id: letter.id, reason })}
      onClose={onClose}
    />
  );
};

/** Messages that a consumer gave up, by topic, each of which can be handed to it again. */
export const DeadLettersTab = () => {
  const [filter, setFilter] = useState<DeadLetterFilter>({ topic: undefined, state: undefined });
  const [opened, setOpened] = useState<Letter>();
  const query = useInfiniteQuery(deadLettersQuery(filter));
  const topics = query.data?.pages[0]?.topics ?? [];
  return (
    <Panel as="div">
      <Bar>
        <Pick
          label={operationMessages.topic}
          all={operationMessages.allTopics}
          values={topics.map(({ topic }) => topic)}
          value={filter.topic}
          onChange={(topic) => setFilter({ ...filter, topic })}
        />
        <Pick
          label={operationMessages.state}
          all={operationMessages.allStates}
          values={states}
          value={filter.state}
          onChange={(state) => setFilter({ ...filter, state })}
        />
        <Refresh onClick={() => void query.refetch()} busy={query.isFetching} />
        <Count>
          {topics
            .filter(({ dead }) => dead > 0)
            .map(({ topic, dead }) => operationMessages.deadIn(topic, dead))
            .join(" · ")}
        </Count>
      </Bar>
      <PagedList
        query={query}
        rows={query.data?.pages.flatMap((page) => page.deadLetters)}
        caption={operationMessages.deadLetters}
        columns={columnsFor(setOpened)}
        keyOf={({ id }) => id}
        failed={operationMessages.lettersFailed}
        empty={{ title: operationMessages.lettersEmpty, text: operationMessages.lettersEmptyText }}
      />
      {opened && <ReplayDialog letter={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
};
