import { chakra } from "@chakra-ui/react/styled-system";
import type { TreeHeadAnswer, TreeHeadsResponse } from "@orbline/proto/http/prediction/record-log";
import { useQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "#/components/data/data-table.tsx";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { count, utcMinute } from "#/lib/format.ts";
import { treeHeadsQuery } from "./api.ts";
import { CompareHeads } from "./compare-heads.tsx";
import { messages } from "./messages.ts";
import { checkSignature } from "./verify-receipt.ts";

/** The public record log: its newest head, its key, the history of heads and the comparison of two. */
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
      <Panel ticks title={messages.newest} meta={`#${newest.number}`}>
        <PanelBody>
          <DefinitionList
            entries={[
              [messages.size, count(newest.size)],
              [messages.signed, utcMinute(newest.timestamp)],
              [messages.root, <Hash key="root">{newest.rootHash}</Hash>],
              [
                messages.signature,
                <Signature key="signature" head={newest} publicKey={key?.publicKey ?? ""} />,
              ],
            ]}
          />
        </PanelBody>
      </Panel>
      <Panel title={messages.keys}>
        <PanelBody>
          {log.keys.map(({ id, publicKey }) => (
            <DefinitionList
              key={id}
              entries={[
                [messages.keyId, <Hash key="id">{id}</Hash>],
                [messages.key, <Hash key="key">{publicKey}</Hash>],
              ]}
            />
          ))}
        </PanelBody>
      </Panel>
      <CompareHeads newest={newest.number} />
      <Panel title={messages.history}>
        <DataTable
          caption={messages.history}
          columns={columns}
          rows={log.heads.toReversed()}
          keyOf={({ number }) => String(number)}
        />
      </Panel>
      <Panel title={messages.audit}>
        <PanelBody display="grid" gap={3}>
          <chakra.p maxWidth="72ch">{messages.auditText}</chakra.p>
          <chakra.code textStyle="numSm" overflowWrap="anywhere">
            npm run record:verify -- {globalThis.location.origin}
          </chakra.code>
        </PanelBody>
      </Panel>
    </chakra.div>
  );
}

function Signature({ head, publicKey }: { head: TreeHeadAnswer; publicKey: string }) {
  const { data } = useQuery({
    queryKey: ["verify", head, publicKey],
    queryFn: () => checkSignature(head, publicKey),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  return data ? messages.signatureChecks[data] : messages.checking;
}

const Hash = chakra("span", { base: { textStyle: "numSm", overflowWrap: "anywhere" } });

const columns: Column<TreeHeadAnswer>[] = [
  { name: messages.head, cell: ({ number }) => `#${number}` },
  { name: messages.signed, cell: ({ timestamp }) => utcMinute(timestamp) },
  { name: messages.size, numeric: true, cell: ({ size }) => count(size) },
  { name: messages.root, wide: true, cell: ({ rootHash }) => `${rootHash.slice(0, 16)}…` },
];
