import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { Skeleton } from "#/components/feedback/states.tsx";
import { messages } from "./messages.ts";

export function RecordSkeleton() {
  return (
    <Panel title={messages.title} aria-busy>
      <PanelBody display="grid" gap={6}>
        <Skeleton height={14} />
        {[0, 1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} />
        ))}
      </PanelBody>
    </Panel>
  );
}
