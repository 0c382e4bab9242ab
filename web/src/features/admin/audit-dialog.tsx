import { chakra } from "@chakra-ui/react/styled-system";
import type { AuditEntryAnswer } from "@orbline/proto/http/admin-audit";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Sheet } from "#/components/ui/sheet.tsx";
import { utcMinute } from "#/lib/format.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { messages, operationMessages } from "./messages.ts";

const Title = chakra("h3", { base: { textStyle: "h3", fontSize: "14px", mt: 5, mb: 1 } });

type Facts = AuditEntryAnswer["details"];

const FactList = ({ title, facts }: { title: string; facts: Facts | null }) => {
  const entries = Object.entries(facts ?? {});
  if (entries.length === 0) return null;
  return (
    <>
      <Title>{title}</Title>
      <DefinitionList entries={entries.map(([name, value]) => [name, String(value)])} />
    </>
  );
};

/** One action in full: before, after, and its place in the chain. */
export const AuditDialog = ({
  entry,
  onClose,
}: {
  entry: AuditEntryAnswer;
  onClose: () => void;
}) => (
  <Sheet
    title={operationMessages.entry(entry.number)}
    description={entry.action}
    closeLabel={messages.close}
    onClose={onClose}
  >
    <DefinitionList
      entries={[
        [operationMessages.when, utcMinute(entry.at)],
        [operationMessages.admin, entry.actor.username ?? operationMessages.none],
        [operationMessages.actorId, entry.actor.id],
        [operationMessages.on, `${entry.target.kind} ${entry.target.username ?? ""}`],
        [operationMessages.targetId, entry.target.id],
        [operationMessages.reason, entry.reason ?? operationMessages.none],
        [operationMessages.outcome, <OutcomeBadge key="outcome" outcome={entry.outcome} />],
        ...(entry.error === null ? [] : ([[operationMessages.error, entry.error]] as const)),
        [operationMessages.hash, entry.hash],
      ]}
    />
    <FactList title={operationMessages.details} facts={entry.details} />
    <FactList title={operationMessages.before} facts={entry.before} />
    <FactList title={operationMessages.after} facts={entry.after} />
  </Sheet>
);
