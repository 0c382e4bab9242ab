import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/identity/user";
import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { useExport } from "./api.ts";
import { messages } from "./messages.ts";

const AccountDialog = lazy(async () => ({
  default: (await import("./dialogs.tsx")).AccountDialog,
}));

type DataPanelProps = { user: User; onDeleted: () => void };

/** Downloads the user's data and deletes the account. */
export function DataPanel({ user, onDeleted }: DataPanelProps) {
  const download = useExport();
  const [deleting, setDeleting] = useState(false);
  return (
    <Panel title={messages.data}>
      <PanelBody display="grid" gap={3} justifyItems={{ base: "stretch", sm: "start" }}>
        <chakra.p color="fg.muted">{messages.dataLead}</chakra.p>
        <Button
          onClick={() => download.mutate(undefined)}
          busyText={download.isPending && messages.exporting}
        >
          <Download size={16} aria-hidden />
          {messages.export}
        </Button>
      </PanelBody>
      <PanelBody
        display="grid"
        gap={3}
        justifyItems={{ base: "stretch", sm: "start" }}
        borderTopWidth="1px"
        borderColor="line.subtle"
      >
        <chakra.p color="fg.muted">{messages.deleteLead}</chakra.p>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          {messages.delete}
        </Button>
      </PanelBody>
      <Suspense>
        {deleting && (
          <AccountDialog
            kind="delete"
            user={user}
            onDeleted={onDeleted}
            onClose={() => setDeleting(false)}
          />
        )}
      </Suspense>
    </Panel>
  );
}
