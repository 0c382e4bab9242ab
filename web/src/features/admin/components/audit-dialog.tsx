import { chakra } from "@chakra-ui/react/styled-system";
import type { AuditEntryAnswer } from "@orbline/proto/http/admin-audit";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Sheet } from "#/components/ui/sheet.tsx";
import { utcMinute } from "#/lib/format.ts";
import { adminTexts } from "#/texts/admin.ts";
import { operationTexts as texts } from "#/texts/admin-operations.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";

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
    title={texts.entry(entry.number)}
    description={entry.action}
    closeLabel={adminTexts.close}
    onClose={onClose}
  >
    <DefinitionList
      entries={[
        [texts.when, utcMinute(entry.at)],
        [texts.admin, entry.actor.username ?? texts.none],
        [texts.actorId, entry.actor.id],
        [texts.on, `${entry.target.kind} ${entry.target.username ?? ""}`],
        [texts.targetId, entry.target.id],
        [texts.reason, entry.reason ?? texts.none],
        [texts.outcome, <OutcomeBadge key="outcome" outcome={entry.outcome} />],
        ...(entry.error === null ? [] : ([[texts.error, entry.error]] as const)),
        [texts.hash, entry.hash],
      ]}
    />
    <FactList title={texts.details} facts={entry.details} />
    <FactList title={texts.before} facts={entry.before} />
    <FactList title={texts.after} facts={entry.after} />
  </Sheet>
);
