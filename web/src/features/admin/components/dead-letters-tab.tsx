import type { DeadLetterAnswer } from "@orbline/proto/http/admin-operations";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import type { Column } from "#/components/data/data-table.tsx";
import { BreakableName } from "#/components/data/breakable-name.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { utcMinute } from "#/lib/format.ts";
import { operationTexts as texts } from "#/texts/admin-operations.ts";
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

type Letter = DeadLetterAnswer;
const states = ["dead", "replaying", "replayed"] as const;
const columnsFor = (onReplay: (letter: Letter) => void): Column<Letter>[] => [
  { name: texts.type, cell: ({ type }) => <BreakableName name={type} /> },
  { name: texts.topic, wide: true, cell: ({ topic }) => <Mono>{topic}</Mono> },
  {
    name: texts.place,
    cell: ({ partition, offset }) => (
      <Mono>
        {partition}, {offset}
      </Mono>
    ),
  },
  { name: texts.group, cell: ({ group }) => <Mono>{group}</Mono> },
  { name: texts.reason, wide: true, cell: ({ reason }) => reason },
  { name: texts.died, wide: true, cell: ({ diedAt }) => <Mono>{utcMinute(diedAt)}</Mono> },
  { name: texts.deaths, numeric: true, cell: ({ deaths }) => deaths },
  { name: texts.state, cell: ({ state }) => <OutcomeBadge outcome={state} /> },
  {
    name: texts.actions,
    action: true,
    cell: (letter) =>
      letter.state === "dead" && (
        <Button size="sm" aria-label={texts.replayOf(letter.id)} onClick={() => onReplay(letter)}>
          {texts.replay}
        </Button>
      ),
  },
];

const ReplayDialog = ({ letter, onClose }: { letter: Letter; onClose: () => void }) => {
  const replay = useCommand({
    run: replayDeadLetter,
    said: () => ({ title: texts.done, description: texts.letterReplayed }),
    failed: texts.replayLetterFailed,
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={texts.replayLetterTitle}
      text={texts.replayLetterText(letter.type, letter.group)}
      confirm={texts.replay}
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
          label={texts.topic}
          all={texts.allTopics}
          values={topics.map(({ topic }) => topic)}
          value={filter.topic}
          onChange={(topic) => setFilter({ ...filter, topic })}
        />
        <Pick
          label={texts.state}
          all={texts.allStates}
          values={states}
          value={filter.state}
          onChange={(state) => setFilter({ ...filter, state })}
        />
        <Refresh onClick={() => void query.refetch()} busy={query.isFetching} />
        <Count>
          {topics
            .filter(({ dead }) => dead > 0)
            .map(({ topic, dead }) => texts.deadIn(topic, dead))
            .join(" · ")}
        </Count>
      </Bar>
      <PagedList
        query={query}
        rows={query.data?.pages.flatMap((page) => page.deadLetters)}
        caption={texts.deadLetters}
        columns={columnsFor(setOpened)}
        keyOf={({ id }) => id}
        failed={texts.lettersFailed}
        empty={{ title: texts.lettersEmpty, text: texts.lettersEmptyText }}
      />
      {opened && <ReplayDialog letter={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
};
