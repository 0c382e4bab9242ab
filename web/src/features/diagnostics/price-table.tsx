import { chakra } from "@chakra-ui/react/styled-system";
import type { PriceIdsResponse } from "@orbline/proto/http/billing/checkout";
import { useQuery } from "@tanstack/react-query";
import { DataTable, type Column } from "#/components/data/data-table.tsx";
import { money, utcMinute } from "#/lib/format.ts";
import { planCards } from "#/shared/plans.ts";
import { plansQuery, priceIdsQuery, verifyPricesQuery } from "./api.ts";
import { Diagnosis, Finding, ResultBadge } from "./diagnosis.tsx";
import { messages } from "./messages.ts";

/** The catalog's price of each plan beside the provider's. */
export function PriceOverride() {
  const plans = useQuery(plansQuery);
  const prices = useQuery(priceIdsQuery);
  const rows = (plans.data?.plans ?? []).map(({ id: plan, priceCents: catalogCents }): Row => {
    const price = prices.data?.prices.find((each) => each.plan === plan) ?? missingPrice;
    return { ...price, plan, catalogCents, matches: price.amountCents === catalogCents };
  });
  return (
    <Diagnosis checks={[plans, prices]}>
      <Summary rows={rows} />
      <DataTable
        caption={messages.overrideLead}
        columns={columns}
        rows={rows}
        keyOf={({ plan }) => plan}
      />
    </Diagnosis>
  );
}

/** The provider's response for every price id at this moment. */
export function PriceTester() {
  const check = useQuery(verifyPricesQuery);
  const rows: readonly Row[] = check.data?.prices ?? [];
  const checkedAt = utcMinute(new Date(check.dataUpdatedAt).toISOString());
  return (
    <Diagnosis checks={[check]} meta={check.data && messages.checkedAt(checkedAt)}>
      <Summary rows={rows} />
      <DataTable
        caption={messages.testerLead}
        columns={columns.filter(({ name }) => name !== messages.catalog)}
        rows={rows}
        keyOf={({ plan }) => plan}
      />
    </Diagnosis>
  );
}

function Summary({ rows }: { rows: readonly Row[] }) {
  const wrong = rows.filter((row) => findingOf(row) !== "match").length;
  return (
    <Finding isGood={wrong === 0}>
      {wrong === 0 ? messages.allMatch : messages.someDiffer(wrong)}
    </Finding>
  );
}

type Price = PriceIdsResponse["prices"][number];
type Row = Omit<Price, "currency"> & { matches: boolean; catalogCents?: number };

const missingPrice = { priceId: null, amountCents: null, active: false };

function findingOf({ priceId, active, matches }: Row) {
  if (priceId === null) return "missing";
  if (!active) return "inactive";
  return matches ? "match" : "mismatch";
}

function dollars(cents: number | null = null) {
  return cents === null ? messages.none : money(cents / 100);
}

const columns: readonly Column<Row>[] = [
  {
    name: messages.plan,
    cell: ({ plan }) => (plan === "trial" ? messages.afterTrial : planCards[plan].name),
  },
  { name: messages.catalog, numeric: true, cell: ({ catalogCents }) => dollars(catalogCents) },
  { name: messages.provider, numeric: true, cell: ({ amountCents }) => dollars(amountCents) },
  {
    name: messages.priceId,
    wide: true,
    cell: ({ priceId }) => (
      <chakra.span textStyle="num" fontSize="13px">
        {priceId ?? messages.none}
      </chakra.span>
    ),
  },
  {
    name: messages.result,
    cell: (row) => {
      const finding = findingOf(row);
      return <ResultBadge isGood={finding === "match"}>{messages[finding]}</ResultBadge>;
    },
  },
];
