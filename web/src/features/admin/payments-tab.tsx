import { paymentStatusSchema, type Payment } from "@orbline/proto/http/admin/payments";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { z } from "zod";
import { BreakableName } from "#/components/data/breakable-name.tsx";
import type { Column } from "#/components/data/data-table.tsx";
import { TextField } from "#/components/form/form-fields.tsx";
import { call } from "#/lib/api.ts";
import { money, utcMinute } from "#/lib/format.ts";
import { ActionDialog, requiredReason } from "./action-dialog.tsx";
import { useAddressChoice, useAddressText } from "./address-filters.ts";
import { paymentsQuery } from "./api.ts";
import { StateBadge } from "./badges.tsx";
import { actionColumn, ListTab, Mono, Pick, SearchBox } from "./list-tab.tsx";
import { messages, planName } from "./messages.ts";

/** Payments, newest first, each of which can be refunded. */
export function PaymentsTab() {
  const [username, setUsername] = useAddressText("q");
  const [status, setStatus] = useAddressChoice("status", paymentStatusSchema.options);
  const [opened, setOpened] = useState<Payment>();
  const query = useInfiniteQuery(
    paymentsQuery({ username: useDeferredValue(username.trim()), status }),
  );
  return (
    <ListTab
      query={query}
      rows={query.data?.pages.flatMap((page) => page.payments)}
      caption={messages.payments}
      columns={columnsOf(setOpened)}
      keyOf={({ id }) => id}
      failed={messages.paymentsFailed}
      empty={{ title: messages.paymentsEmpty, text: messages.paymentsEmptyText }}
      filters={
        <>
          <SearchBox label={messages.exactUsername} value={username} onChange={setUsername} />
          <Pick
            label={messages.status}
            all={messages.allPaymentStatuses}
            values={paymentStatusSchema.options}
            value={status}
            onChange={setStatus}
          />
        </>
      }
    >
      {opened && <RefundDialog payment={opened} onClose={() => setOpened(undefined)} />}
    </ListTab>
  );
}

function columnsOf(onRefund: (payment: Payment) => void): Column<Payment>[] {
  return [
    {
      name: messages.user,
      cell: ({ username }) => <BreakableName name={username ?? messages.userGone} />,
    },
    {
      name: messages.date,
      plain: true,
      cell: ({ createdAt }) => <Mono>{utcMinute(createdAt)}</Mono>,
    },
    { name: messages.plan, cell: ({ plan }) => planName(plan) },
    {
      name: messages.status,
      plain: true,
      cell: ({ status }) => <StateBadge state={status} />,
    },
    { name: messages.amount, numeric: true, cell: ({ amountCents }) => dollars(amountCents) },
    { name: messages.refunded, numeric: true, cell: ({ refundedCents }) => dollars(refundedCents) },
    actionColumn({
      label: messages.refund,
      nameOf: ({ id }) => messages.refundOf(id),
      onAct: onRefund,
      variant: "danger",
      isOffered: (payment) => payment.status === "succeeded" && leftOf(payment) > 0,
    }),
  ];
}

function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const left = leftOf(payment);
  const user = payment.username ?? messages.userGone;
  return (
    <ActionDialog
      danger
      title={messages.refundTitle}
      text={messages.refundText(user, dollars(left))}
      confirm={messages.refund}
      schema={refundSchemaOf(left)}
      defaults={{ amount: (left / 100).toFixed(2), reason: "" }}
      run={({ reason, amount }, commandId) =>
        call("admin", "POST /api/admin/payments/{id}/refund", {
          params: { id: payment.id },
          // Without an amount the server refunds the rest, also after refunds made since this list was loaded.
          body: { reason, commandId, amountCents: amount < left ? amount : undefined },
        })
      }
      done={(_result, { amount }) => ({
        title: messages.done,
        description: messages.refundDone(dollars(amount), user),
      })}
      failed={messages.refundFailed}
      onDone={onClose}
    >
      <TextField
        name="amount"
        label={messages.refundAmount}
        help={messages.refundAmountHelp(dollars(left))}
        inputMode="decimal"
        autoComplete="off"
      />
    </ActionDialog>
  );
}

/** A reason and an amount typed in dollars, which becomes cents: from one to `leftCents`. */
export function refundSchemaOf(leftCents: number) {
  const message = messages.refundAmountWrong(dollars(leftCents));
  const amount = z
    .string()
    .trim()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, message)
    .transform((typed) => Math.round(Number(typed) * 100))
    .refine((cents) => cents >= 1 && cents <= leftCents, message);
  return requiredReason.extend({ amount });
}

/** Cents of a payment that can still be refunded. */
function leftOf({ amountCents, refundedCents }: Payment): number {
  return amountCents - refundedCents;
}

function dollars(cents: number): string {
  return money(cents / 100);
}
