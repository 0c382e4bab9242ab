import { chakra } from "@chakra-ui/react/styled-system";
import { lazy, Suspense, useState } from "react";
import { SkeletonRows } from "#/components/feedback/query-view.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { messages } from "./messages.ts";

const ActivityList = lazy(async () => ({
  default: (await import("./activity-list.tsx")).ActivityList,
}));

/** What happened to the account. The list loads when it is asked for. */
export function ActivityPanel() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={messages.activity}>
      <PanelBody display="grid" gap={3} justifyItems={{ base: "stretch", sm: "start" }}>
        <chakra.p color="fg.muted">{messages.activityLead}</chakra.p>
        {!isOpen && <Button onClick={() => setOpen(true)}>{messages.showActivity}</Button>}
      </PanelBody>
      {isOpen && (
        <Suspense fallback={<SkeletonRows rows={4} height={10} />}>
          <ActivityList />
        </Suspense>
      )}
    </Panel>
  );
}
