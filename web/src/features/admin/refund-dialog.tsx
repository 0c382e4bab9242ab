import { Input } from "#/components/form/input.tsx";
import type { Payment } from "@orbline/proto/http/admin-payments";
import { useState } from "react";
import { Field } from "#/components/form/field.tsx";
import { money } from "#/lib/format.ts";
import { refundPayment } from "./api.ts";
import { useCommand } from "./use-command.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { operationMessages } from "./messages.ts";

/** Cents of a payment that can still be given back. */
export const leftOf = ({ amountCents, refundedCents }: Payment) => amountCents - refundedCents;

const dollars = (cents: number) => (cents / 100).toFixed(2);

/** The cents that were typed as dollars; undefined when it is no sum between a cent and `most`. */
export const parseCents = (text: string, most: number): number | undefined => {
  const typed = text.trim();
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(typed)) return undefined;
  const cents = Math.round(Number(typed) * 100);
  return cents >= 1 && cents <= most ? cents : undefined;
};

/** Gives a payment back, all or a part; asks for the reason first. */
export const RefundDialog = ({ payment, onClose }: { payment: Payment; onClose: () => void }) => {
  const most = leftOf(payment);
  const left = money(most / 100);
  const user = payment.username ?? operationMessages.userGone;
  const [amount, setAmount] = useState(dollars(most));
  // The same wish asked again, after an answer that was lost, gives back nothing more.
  const [commandId, setCommandId] = useState(() => crypto.randomUUID());
  const [wrong, setWrong] = useState(false);
  const refund = useCommand({
    run: refundPayment,
    said: (_answer, { amountCents = most }) => ({
      title: operationMessages.done,
      description: operationMessages.refundDone(money(amountCents / 100), user),
    }),
    failed: operationMessages.refundFailed,
    onDone: onClose,
  });
  const confirm = (reason: string) => {
    const cents = parseCents(amount, most);
    setWrong(cents === undefined);
    if (cents === undefined) return;
    refund.mutate({
      id: payment.id,
      reason,
      commandId,
      // All that is left is left to the server, which knows of refunds made meanwhile.
      ...(cents < most && { amountCents: cents }),
    });
  };
  return (
    <ReasonDialog
      danger
      title={operationMessages.refundTitle}
      text={operationMessages.refundText(user, left)}
      confirm={operationMessages.refundConfirm}
      busy={refund.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field
        label={operationMessages.refundAmount}
        help={operationMessages.refundAmountHelp(left)}
        error={wrong ? operationMessages.refundAmountWrong(left) : undefined}
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(event) => {
            setAmount(event.target.value);
            setCommandId(crypto.randomUUID());
          }}
        />
      </Field>
    </ReasonDialog>
  );
};
