import { chakra } from "@chakra-ui/react/styled-system";
import type { Plan } from "@orbline/proto/constants/plans";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { Badge } from "#/components/ui/badge.tsx";
import { PanelBody } from "#/components/ui/panel.tsx";
import { money, utcMinute } from "#/lib/format.ts";
import { planCards } from "#/shared/plans.ts";
import { plansQuery, priceIdsQuery, verifyPricesQuery } from "./api.ts";
import { Diagnosis } from "./diagnosis.tsx";
import { messages } from "./messages.ts";

/** The catalog's price of each plan beside the provider's. */
export function PriceOverride() {
  const plans = useQuery(plansQuery);
  const prices = useQuery(priceIdsQuery);
  const rows = (plans.data?.plans ?? []).map((plan) => {
    const price = prices.data?.prices.find((each) => each.plan === plan.id);
    const matches = price?.amountCents === plan.priceCents;
    return toRow({ ...price, plan: plan.id, matches, catalogCents: plan.priceCents });
  });
  return (
    <Diagnosis checks={[plans, prices]}>
      <PriceTable caption={messages.overrideLead} rows={rows} withCatalog />
    </Diagnosis>
  );
}

/** The provider's response for every price id at this moment. */
export function PriceTester() {
  const check = useQuery(verifyPricesQuery);
  const rows = (check.data?.prices ?? []).map(toRow);
  const isValid = check.data?.valid === true;
  const wrong = rows.filter(({ finding }) => finding !== "match").length;
  return (
    <Diagnosis
      checks={[check]}
      meta={messages.checkedAt(utcMinute(new Date(check.dataUpdatedAt).toISOString()))}
    >
      <PanelBody role="status">
        <chakra.p color={isValid ? "accent.fg" : "warm.fg"} fontWeight={600}>
          {isValid ? messages.allMatch : messages.someDiffer(wrong)}
        </chakra.p>
      </PanelBody>
      <PriceTable caption={messages.testerLead} rows={rows} />
    </Diagnosis>
  );
}

type Finding = "match" | "mismatch" | "inactive" | "missing";

type Row = {
  plan: Plan;
  catalogCents: number | null;
  providerCents: number | null;
  priceId: string | null;
  finding: Finding;
};

type Price = {
  plan: Plan;
  priceId?: string | null;
  amountCents?: number | null;
  active?: boolean;
  matches: boolean;
  catalogCents?: number;
};

function toRow({ plan, priceId = null, amountCents = null, active, matches, ...rest }: Price): Row {
  const valid: Finding = matches ? "match" : "mismatch";
  const present: Finding = active ? valid : "inactive";
  return {
    plan,
    catalogCents: rest.catalogCents ?? null,
    providerCents: amountCents,
    priceId,
    finding: priceId === null ? "missing" : present,
  };
}

type PriceTableProps = { caption: string; rows: readonly Row[]; withCatalog?: boolean };

function PriceTable({ caption, rows, withCatalog = false }: PriceTableProps) {
  const catalog: Column<Row> = {
    name: messages.catalog,
    numeric: true,
    cell: ({ catalogCents }) => dollars(catalogCents),
  };
  return (
    <DataTable
      caption={caption}
      rows={rows}
      keyOf={({ plan }) => plan}
      columns={[
        { name: messages.plan, cell: ({ plan }) => planCards[plan].name },
        ...(withCatalog ? [catalog] : []),
        {
          name: messages.provider,
          numeric: true,
          cell: ({ providerCents }) => dollars(providerCents),
        },
        {
          name: messages.priceId,
          wide: true,
          cell: ({ priceId }) => (
            <chakra.span textStyle="num" fontSize="13px">
              {priceId ?? messages.none}
            </chakra.span>
          ),
        },
        { name: messages.result, cell: ({ finding }) => <FindingBadge finding={finding} /> },
      ]}
    />
  );
}

function FindingBadge({ finding }: { finding: Finding }) {
  const Icon = finding === "match" ? CircleCheck : TriangleAlert;
  return (
    <Badge tone={finding === "match" ? "accent" : "warm"}>
      <Icon size={14} aria-hidden />
      {messages[finding]}
    </Badge>
  );
}

function dollars(cents: number | null): string {
  return cents === null ? messages.none : money(cents / 100);
}
