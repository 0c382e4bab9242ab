import { chakra } from "@chakra-ui/react/styled-system";
import type { InvoicesResponse } from "@orbline/proto/http/billing/checkout";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Clock, Minus, ReceiptText, TriangleAlert, Undo2 } from "lucide-react";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { QueryView, SkeletonRows } from "#/components/feedback/query-view.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { Badge } from "#/components/ui/badge.tsx";
import { ExternalLink } from "#/components/ui/link.tsx";
import { Panel } from "#/components/ui/panel.tsx";
import { day, dayAndTime, money } from "#/lib/format.ts";
import { invoicesQuery } from "./api.ts";
import { planMessages } from "./messages.ts";

type Invoice = InvoicesResponse["invoices"][number];

/** Invoices of the signed-in user, newest first. */
export function InvoicesPanel() {
  return (
    <Panel title={planMessages.invoicesTitle}>
      <QueryView
        query={useQuery(invoicesQuery)}
        failed={planMessages.invoicesFailed}
        skeleton={
          <SkeletonRows rows={3} height={6} role="status" aria-label={planMessages.loading} />
        }
        m={{ base: 4, md: 5 }}
      >
        {({ invoices }) =>
          invoices.length === 0 ? (
            <EmptyState
              icon={<ReceiptText size={24} />}
              title={planMessages.noInvoices}
              text={planMessages.noInvoicesText}
            />
          ) : (
            <DataTable
              caption={planMessages.invoicesTitle}
              columns={columns}
              rows={invoices}
              keyOf={({ id }) => id}
            />
          )
        }
      </QueryView>
    </Panel>
  );
}

const names = planMessages.columns;

const columns: Column<Invoice>[] = [
  { name: names.date, cell: ({ createdAt }) => day(createdAt) },
  {
    name: names.number,
    wide: true,
    cell: ({ number }) => <chakra.span textStyle="numSm">{number ?? "–"}</chakra.span>,
  },
  { name: names.status, wide: true, cell: (invoice) => <Status invoice={invoice} /> },
  { name: names.amount, numeric: true, cell: ({ totalCents }) => money(totalCents / 100) },
  { name: names.receipt, action: true, cell: (invoice) => <Receipt invoice={invoice} /> },
];

const looks = {
  paid: { icon: CircleCheck, tone: "accent" },
  refunded: { icon: Undo2, tone: "neutral" },
  open: { icon: Clock, tone: "warm" },
  uncollectible: { icon: TriangleAlert, tone: "warm" },
  draft: { icon: Minus, tone: "neutral" },
  void: { icon: Minus, tone: "neutral" },
} as const satisfies Record<Invoice["status"] | "refunded", object>;

function Status({ invoice }: { invoice: Invoice }) {
  const { paidCents, refundedCents, refundedAt, nextAttemptAt } = invoice;
  const isRefunded = refundedCents > 0 && refundedCents >= paidCents;
  const status = isRefunded ? "refunded" : invoice.status;
  const { icon: Icon, tone } = looks[status];
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap={2}>
      <Badge tone={tone}>
        <Icon size={14} aria-hidden />
        {planMessages.invoiceStatus[status]}
      </Badge>
      {status === "open" && nextAttemptAt !== null && (
        <chakra.span textStyle="small" color="fg.subtle">
          {planMessages.nextTry(dayAndTime(nextAttemptAt))}
        </chakra.span>
      )}
      {refundedCents > 0 && (
        <chakra.span textStyle="small" color="fg.subtle">
          {!isRefunded && `${planMessages.partlyRefunded(money(refundedCents / 100))} `}
          {refundedAt !== null && planMessages.refundedOn(day(refundedAt))}
        </chakra.span>
      )}
    </chakra.span>
  );
}

function Receipt({ invoice: { pageUrl, number, id } }: { invoice: Invoice }) {
  if (pageUrl === null) return null;
  return (
    <ExternalLink
      href={pageUrl}
      target="_blank"
      rel="noopener"
      display="inline-flex"
      alignItems="center"
      minHeight={{ base: "44px", md: "24px" }}
      fontFamily="body"
      aria-label={`${planMessages.viewInvoice(number ?? id)} (${planMessages.newTab})`}
    >
      {planMessages.view}
    </ExternalLink>
  );
}
