import { Input } from "../../../components/ui/input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import type { AdminUser } from "@orbline/proto/http/admin";
import { useState } from "react";
import { Button } from "../../../components/ui/button.tsx";
import { Select } from "../../../components/ui/select.tsx";
import { Field } from "../../../components/ui/field.tsx";
import { Sheet } from "../../../components/ui/sheet.tsx";
import { adminTexts as texts } from "../../../texts/admin.ts";
import { activateSubscription } from "../api.ts";
import { useCommand } from "../use-command.ts";

const durations = [1, 7, 30, 90, 365];

type ActivateDialogProps = { user: AdminUser; onDone: () => void; onBack: () => void };

/** Grants a user access for 1, 7, 30, 90 or 365 days. */
export const ActivateDialog = ({ user, onDone, onBack }: ActivateDialogProps) => {
  const [durationDays, setDurationDays] = useState(30);
  const [reason, setReason] = useState("");
  const activate = useCommand({
    run: activateSubscription,
    said: ({ user: { username } }, input) => ({
      title: texts.activatedTitle,
      description: texts.activated(username, input.durationDays),
    }),
    failed: texts.activateFailed,
    onDone,
  });
  return (
    <Sheet
      title={texts.activateTitle}
      description={texts.activateText(user.username)}
      closeLabel={texts.close}
      onClose={onBack}
      footer={
        <>
          <Button onClick={onBack}>{texts.back}</Button>
          <Button
            variant="solid"
            onClick={() => activate.mutate({ userId: user.id, durationDays, reason })}
            busyText={activate.isPending && texts.activating}
          >
            {texts.activate}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" gap={4}>
        <Field label={texts.duration}>
          <Select
            value={durationDays}
            onChange={(event) => setDurationDays(Number(event.target.value))}
          >
            {durations.map((days) => (
              <option key={days} value={days}>
                {texts.days(days)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={texts.reason}>
          <Input
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </chakra.div>
    </Sheet>
  );
};
