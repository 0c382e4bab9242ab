import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import type { InvoicesResponse } from "@orbline/proto/http/billing";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Clock, Minus, ReceiptText, TriangleAlert } from "lucide-react";
import { Badge } from "#/components/ui/badge.tsx";
import { ExternalLink } from "#/components/ui/link.tsx";
import { StaleBanner } from "#/components/feedback/stale-banner.tsx";
import { Panel, PanelBody } from "#/components/ui/panel.tsx";
import { EmptyState, ErrorState, Skeleton } from "#/components/feedback/states.tsx";
import { Table } from "#/components/data/table.tsx";
import { day, dayAndTime, money } from "#/lib/format.ts";
import { invoicesQuery } from "./api.ts";
import { planMessages } from "./messages.ts";

type Invoice = InvoicesResponse["invoices"][number];

const looks = {
  paid: { icon: CircleCheck, tone: "accent" },
  open: { icon: Clock, tone: "warm" },
  uncollectible: { icon: TriangleAlert, tone: "warm" },
  draft: { icon: Minus, tone: "neutral" },
  void: { icon: Minus, tone: "neutral" },
} as const;

const Status = ({ invoice: { status, nextAttemptAt } }: { invoice: Invoice }) => {
  const { icon: Icon, tone } = looks[status];
  return (
    <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" gap={2}>
      <Badge tone={tone}>
        <Icon size={14} aria-hidden />
        {planMessages.invoiceStatus[status]}
      </Badge>
      {nextAttemptAt !== null && (
        <chakra.span textStyle="small" color="fg.subtle">
          {planMessages.nextTry(dayAndTime(nextAttemptAt))}
        </chakra.span>
      )}
    </chakra.span>
  );
};

const Receipt = ({ invoice: { pageUrl, number, id } }: { invoice: Invoice }) =>
  pageUrl === null ? null : (
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

const Rows = ({ invoices }: { invoices: Invoice[] }) => (
  <Table hideBelow="md">
    <thead>
      <tr>
        <th scope="col">{planMessages.columns.date}</th>
        <th scope="col">{planMessages.columns.number}</th>
        <th scope="col">{planMessages.columns.status}</th>
        <th scope="col" data-numeric>
          {planMessages.columns.sum}
        </th>
        <th scope="col">
          <VisuallyHidden>{planMessages.columns.receipt}</VisuallyHidden>
        </th>
      </tr>
    </thead>
    <tbody>
      {invoices.map((invoice) => (
        <tr key={invoice.id}>
          <td>{day(invoice.createdAt)}</td>
          <td>
            <chakra.span textStyle="numSm">{invoice.number ?? "–"}</chakra.span>
          </td>
          <td>
            <Status invoice={invoice} />
          </td>
          <td data-numeric>{money(invoice.totalCents / 100)}</td>
          <td data-numeric>
            <Receipt invoice={invoice} />
          </td>
        </tr>
      ))}
    </tbody>
  </Table>
);

const Card = chakra("li", {
  base: {
    display: "grid",
    gridTemplateColumns: "1fr auto",
    alignItems: "center",
    gap: 1,
    px: 4,
    py: 3,
    "& > a": { justifySelf: "end" },
    "&:not(:last-child)": { borderBottom: "1px solid {colors.line.subtle}" },
  },
});

const Cards = ({ invoices }: { invoices: Invoice[] }) => (
  <chakra.ul listStyle="none" p={0} hideFrom="md">
    {invoices.map((invoice) => (
      <Card key={invoice.id}>
        <span>{day(invoice.createdAt)}</span>
        <chakra.span textStyle="num">{money(invoice.totalCents / 100)}</chakra.span>
        <Status invoice={invoice} />
        <Receipt invoice={invoice} />
      </Card>
    ))}
  </chakra.ul>
);

const Loading = () => (
  <PanelBody role="status" aria-label={planMessages.loading} display="grid" gap={4}>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} height={6} />
    ))}
  </PanelBody>
);

/** The signed-in user's bills: a table, on phones cards. */
export const InvoicesPanel = () => {
  const query = useQuery(invoicesQuery);
  const { data, error, isPending, refetch } = query;
  return (
    <Panel title={planMessages.invoicesTitle}>
      {isPending && <Loading />}
      {error && !data && (
        <ErrorState
          error={error}
          title={planMessages.invoicesFailed}
          onRetry={() => void refetch()}
        />
      )}
      <StaleBanner query={query} m={{ base: 4, md: 5 }} />
      {data?.invoices.length === 0 && (
        <EmptyState
          icon={<ReceiptText size={24} />}
          title={planMessages.noInvoices}
          text={planMessages.noInvoicesText}
        />
      )}
      {data && data.invoices.length > 0 && (
        <>
          <Rows invoices={data.invoices} />
          <Cards invoices={data.invoices} />
        </>
      )}
    </Panel>
  );
};
