import { chakra } from "@chakra-ui/react/styled-system";
import type { TreeHeadAnswer, TreeHeadsResponse } from "@orbline/proto/http/prediction/record-log";
import { useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "#/components/data/data-table.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Disclosure } from "#/components/ui/disclosure.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { count, dayAndTime, utcMinute } from "#/lib/format.ts";
import { treeHeadsQuery } from "./api.ts";
import { Checks } from "./checks.tsx";
import { CompareHeads } from "./compare-heads.tsx";
import { messages } from "./messages.ts";
import { checkSignature } from "./verify-receipt.ts";

/** The public record log: what the browser checked and what that proves, then heads and keys for experts. */
export function RecordLog() {
  return (
    <QueryView
      panel
      query={useQuery(treeHeadsQuery)}
      failed={messages.headsFailed}
      skeleton={
        <Panel minHeight="640px">
          <SkeletonRows rows={10} />
        </Panel>
      }
      mb={4}
    >
      {(log) => <Log log={log} />}
    </QueryView>
  );
}

function Log({ log }: { log: TreeHeadsResponse }) {
  const newest = log.heads.at(-1);
  if (!newest) return null;
  const key = log.keys.find(({ id }) => id === newest.keyId);
  return (
    <chakra.div display="grid" gap={4} minWidth={0}>
      <Panel ticks title={messages.checked}>
        <PanelBody display="grid" gap={4}>
          <Signature head={newest} publicKey={key?.publicKey ?? ""} />
          <DefinitionList
            entries={[
              [messages.size, count(newest.size)],
              [messages.lastSigned, dayAndTime(newest.timestamp)],
            ]}
          />
        </PanelBody>
      </Panel>
      <Panel title={messages.howTitle}>
        <PanelBody>
          <chakra.ol ps={5} listStyleType="decimal" display="grid" gap={2} maxWidth="72ch">
            {messages.how.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </chakra.ol>
        </PanelBody>
      </Panel>
      <CompareHeads first={firstToCompare(log.heads)} newest={newest.number} />
      <Technical log={log} newest={newest} />
    </chakra.div>
  );
}

/** The oldest listed head with a pick. The log of a head without one is the beginning of any log. */
function firstToCompare(heads: readonly TreeHeadAnswer[]): number {
  return heads.slice(0, -1).find(({ size }) => size > 0)?.number ?? 0;
}

function Signature({ head, publicKey }: { head: TreeHeadAnswer; publicKey: string }) {
  const { data: check } = useQuery({
    queryKey: ["verify", head, publicKey],
    queryFn: () => checkSignature(head, publicKey),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  if (!check) return <p>{messages.checking}</p>;
  return (
    <chakra.div fontWeight={600}>
      <Checks items={[{ check, text: messages.signatureChecks[check] }]} />
    </chakra.div>
  );
}

function Technical({ log, newest }: { log: TreeHeadsResponse; newest: TreeHeadAnswer }) {
  return (
    <Panel title={messages.technical}>
      <PanelBody color="fg.muted">{messages.technicalLead}</PanelBody>
      <Disclosure label={messages.newest}>
        <Inside>
          <DefinitionList
            entries={[
              [messages.head, `#${newest.number}`],
              [messages.root, <Hash key="root">{newest.rootHash}</Hash>],
              ...log.keys.flatMap(({ id, publicKey }) => [
                [messages.keyId, <Hash key={id}>{id}</Hash>] as const,
                [messages.key, <Hash key={publicKey}>{publicKey}</Hash>] as const,
              ]),
            ]}
          />
        </Inside>
      </Disclosure>
      <Disclosure label={messages.history}>
        <DataTable
          caption={messages.history}
          columns={columns}
          rows={log.heads.toReversed()}
          keyOf={({ number }) => String(number)}
        />
      </Disclosure>
      <Disclosure label={messages.audit}>
        <Inside display="grid" gap={3}>
          <p>{messages.auditText}</p>
          <chakra.code textStyle="numSm" overflowWrap="anywhere">
            npm run record:verify -- {globalThis.location.origin}
          </chakra.code>
        </Inside>
      </Disclosure>
    </Panel>
  );
}

const Inside = chakra("div", { base: { px: { base: 4, md: 5 }, pb: 5 } });

const Hash = chakra("span", { base: { textStyle: "numSm", overflowWrap: "anywhere" } });

const columns: Column<TreeHeadAnswer>[] = [
  { name: messages.head, cell: ({ number }) => `#${number}` },
  { name: messages.signed, cell: ({ timestamp }) => utcMinute(timestamp) },
  { name: messages.size, numeric: true, cell: ({ size }) => count(size) },
  { name: messages.root, wide: true, cell: ({ rootHash }) => `${rootHash.slice(0, 16)}…` },
];
