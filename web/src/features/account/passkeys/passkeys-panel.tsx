import { chakra } from "@chakra-ui/react/styled-system";
import { addPasskeySchema, type PasskeyEntry } from "@orbline/proto/http/identity/passkeys";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { Time } from "#/components/data/time.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { ConfirmDialog, FormDialog } from "#/components/form/form-dialog.tsx";
import { FormFailure } from "#/components/form/form-failure.tsx";
import { TextField } from "#/components/form/form-fields.tsx";
import { Button } from "#/components/ui/button.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { isPasskeyKnown, supportsPasskeys } from "#/lib/passkeys/support.ts";
import { addPasskey } from "#/lib/passkeys/passkeys.ts";
import { usePost, useSingleMutation } from "#/lib/use-single-mutation.ts";
import { secondFactorQuery, useFactorDone } from "../api.ts";
import { messages as accountMessages } from "../messages.ts";
import { messages } from "./messages.ts";

const Row = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "20px minmax(0, 1fr) auto",
    alignItems: "center",
    gap: 3,
    px: { base: 4, md: 5 },
    py: 3,
    borderTop: "1px solid {colors.line.subtle}",
  },
});

/** The passkeys of the account, with buttons that add and remove them. */
export function PasskeysPanel({ user }: { user: User }) {
  const [isAdding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<PasskeyEntry>();
  const [removed, setRemoved] = useState<PasskeyEntry>();
  return (
    <Panel title={messages.title} id="passkeys">
      <QueryView
        query={useQuery(secondFactorQuery)}
        failed={messages.loadFailed}
        skeleton={<SkeletonRows rows={2} height={6} role="status" aria-label={messages.loading} />}
        m={{ base: 4, md: 5 }}
      >
        {({ passkeys }) => (
          <>
            <PanelBody display="grid" gap={3} justifyItems={{ base: "stretch", sm: "start" }}>
              <chakra.p color="fg.muted">{messages.lead}</chakra.p>
              {!user.hasPassword ? (
                <p>{messages.needsPassword}</p>
              ) : supportsPasskeys() ? (
                <Button onClick={() => setAdding(true)}>{messages.add}</Button>
              ) : (
                <p>{messages.unsupported}</p>
              )}
            </PanelBody>
            {passkeys.length > 0 && (
              <chakra.ul listStyle="none" p={0} aria-label={messages.list}>
                {passkeys.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    onRename={() => setRenamed(passkey)}
                    onRemove={() => setRemoved(passkey)}
                  />
                ))}
              </chakra.ul>
            )}
          </>
        )}
      </QueryView>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
    </Panel>
  );
}

type PasskeyRowProps = { passkey: PasskeyEntry; onRename: () => void; onRemove: () => void };

function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const { name, createdAt, lastUsedAt } = passkey;
  return (
    <Row>
      <chakra.span color="fg.subtle" aria-hidden>
        <KeyRound size={18} />
      </chakra.span>
      <div>
        <chakra.div overflowWrap="anywhere">{name}</chakra.div>
        <chakra.div textStyle="small" color="fg.subtle">
          {lastUsedAt === null ? messages.added : messages.lastUsed}{" "}
          <Time at={lastUsedAt ?? createdAt} />
        </chakra.div>
      </div>
      <chakra.div display="flex" flexWrap="wrap" justifyContent="end" gap={2}>
        <Button size="sm" aria-label={messages.renameOf(name)} onClick={onRename}>
          {messages.rename}
        </Button>
        <Button size="sm" aria-label={messages.removeOf(name)} onClick={onRemove}>
          {messages.remove}
        </Button>
      </chakra.div>
    </Row>
  );
}

const nameSchema = addPasskeySchema.pick({ name: true });

function AddDialog({ onClose }: { onClose: () => void }) {
  const add = useSingleMutation({ mutationFn: addPasskey });
  const added = { title: messages.addedTitle, description: messages.addedText };
  const onSuccess = useFactorDone(added, onClose);
  return (
    <FormDialog
      title={messages.add}
      description={messages.addLead}
      keepLabel={accountMessages.keep}
      submitLabel={messages.continue}
      busyText={add.isPending && messages.adding}
      schema={nameSchema}
      defaults={{ name: "" }}
      error={add.error}
      onSubmit={({ name }) => add.mutate(name, { onSuccess })}
      onClose={onClose}
    >
      <TextField name="name" label={messages.name} help={messages.nameHelp} maxLength={64} />
      <FormFailure
        error={add.error}
        fallback={isPasskeyKnown(add.error) ? messages.known : messages.canceled}
      />
    </FormDialog>
  );
}

function RenameDialog({ passkey: { id, name: before }, onClose }: PasskeyDialogProps) {
  const rename = usePost("identity", "POST /api/passkeys/rename");
  const onSuccess = useFactorDone({ title: messages.renamedTitle }, onClose);
  return (
    <FormDialog
      title={messages.renameTitle(before)}
      keepLabel={accountMessages.keep}
      submitLabel={messages.saveName}
      busyText={rename.isPending && messages.savingName}
      schema={nameSchema}
      defaults={{ name: before }}
      error={rename.error}
      onSubmit={({ name }) => rename.mutate({ id, name }, { onSuccess })}
      onClose={onClose}
    >
      <TextField name="name" label={messages.name} help={messages.nameHelp} maxLength={64} />
      <FormFailure error={rename.error} fallback={accountMessages.unchanged} />
    </FormDialog>
  );
}

type PasskeyDialogProps = { passkey: PasskeyEntry; onClose: () => void };

function RemoveDialog({ passkey: { id, name }, onClose }: PasskeyDialogProps) {
  const remove = usePost("identity", "POST /api/passkeys/remove");
  const removed = { title: messages.removedTitle, description: messages.removed };
  const onSuccess = useFactorDone(removed, onClose);
  return (
    <ConfirmDialog
      danger
      title={messages.removeTitle(name)}
      description={messages.removeLead}
      keepLabel={accountMessages.keep}
      submitLabel={messages.remove}
      busyText={remove.isPending && messages.removing}
      onSubmit={() => remove.mutate({ id }, { onSuccess })}
      onClose={onClose}
    >
      <FormFailure error={remove.error} fallback={accountMessages.unchanged} />
    </ConfirmDialog>
  );
}
