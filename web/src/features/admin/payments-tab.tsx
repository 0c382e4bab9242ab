import type { Payment } from "@orbline/proto/http/admin-payments";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import type { Column } from "#/components/data/data-table.tsx";
import { BreakableName } from "#/components/data/breakable-name.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { money, utcMinute } from "#/lib/format.ts";
import { paymentsQuery } from "./api.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { Mono, PagedList } from "./paged-list.tsx";
import { leftOf, RefundDialog } from "./refund-dialog.tsx";
import { Bar, Pick, Refresh } from "./tool-bar.tsx";
import { operationMessages } from "./messages.ts";

const statuses = ["succeeded", "failed", "refunded", "disputed"] as const;
const canRefund = (payment: Payment) => payment.status === "succeeded" && leftOf(payment) > 0;

const columnsFor = (onRefund: (payment: Payment) => void): Column<Payment>[] => [
  {
    name: operationMessages.user,
    cell: ({ username }) => <BreakableName name={username ?? operationMessages.userGone} />,
  },
  {
    name: operationMessages.date,
    wide: true,
    cell: ({ createdAt }) => <Mono>{utcMinute(createdAt)}</Mono>,
  },
  { name: operationMessages.plan, cell: ({ plan }) => <Mono>{plan}</Mono> },
  { name: operationMessages.status, cell: ({ status }) => <OutcomeBadge outcome={status} /> },
  {
    name: operationMessages.amount,
    numeric: true,
    cell: ({ amountCents }) => money(amountCents / 100),
  },
  {
    name: operationMessages.refunded,
    numeric: true,
    cell: ({ refundedCents }) => money(refundedCents / 100),
  },
  {
    name: operationMessages.actions,
    action: true,
    cell: (payment) =>
      canRefund(payment) && (
        <Button
          variant="danger"
          size="sm"
          aria-label={operationMessages.refundOf(payment.id)}
          onClick={() => onRefund(payment)}
        >
          {operationMessages.refund}
        </Button>
      ),
  },
];

/** What was paid, newest first, with the way to give it back. */
export const PaymentsTab = () => {
  const [status, setStatus] = useState<Payment["status"]>();
  const [opened, setOpened] = useState<Payment>();
  const query = useInfiniteQuery(paymentsQuery(status));
  return (
    <Panel as="div">
      <Bar>
        <Pick
          label={operationMessages.status}
          all={operationMessages.allStatuses}
          values={statuses}
          value={status}
          onChange={setStatus}
        />
        <Refresh onClick={() => void query.refetch()} busy={query.isFetching} />
      </Bar>
      <PagedList
        query={query}
        rows={query.data?.pages.flatMap((page) => page.payments)}
        caption={operationMessages.payments}
        columns={columnsFor(setOpened)}
        keyOf={({ id }) => id}
        failed={operationMessages.paymentsFailed}
        empty={{
          title: operationMessages.paymentsEmpty,
          text: operationMessages.paymentsEmptyText,
        }}
      />
      {opened && <RefundDialog payment={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
};
