import type { PlansResponse, PriceIdsResponse } from "@orbline/proto/http/billing";
import { useQuery } from "@tanstack/react-query";
import { DataTable } from "#/components/data/data-table.tsx";
import { money } from "#/lib/format.ts";
import { planTexts } from "#/texts/checkout.ts";
import { diagnosticTexts as texts } from "#/texts/diagnostics.ts";
import { plansQuery, priceIdsQuery } from "#/features/diagnostics/api.ts";
import { Diagnosis } from "./diagnosis.tsx";
import { PriceId, PriceResult, type PriceFinding } from "./price-result.tsx";

type Row = {
  plan: PlansResponse["plans"][number];
  price: PriceIdsResponse["prices"][number] | undefined;
};

const findingOf = ({ plan, price }: Row): PriceFinding => {
  if (!price?.priceId) return "missing";
  if (!price.active) return "inactive";
  return price.amountCents === plan.priceCents ? "match" : "mismatch";
};

const sum = (cents: number | null = null) => (cents === null ? texts.none : money(cents / 100));

/** The catalogue's price of each plan beside the provider's. */
export const PriceOverride = () => {
  const plans = useQuery(plansQuery);
  const prices = useQuery(priceIdsQuery);
  const rows = (plans.data?.plans ?? []).map((plan) => ({
    plan,
    price: prices.data?.prices.find((price) => price.plan === plan.id),
  }));
  return (
    <Diagnosis
      title={texts.finding}
      isRunning={plans.isFetching || prices.isFetching}
      error={plans.error ?? prices.error}
      onRun={() => {
        void plans.refetch();
        void prices.refetch();
      }}
    >
      <DataTable
        caption={texts.overrideLead}
        rows={rows}
        keyOf={({ plan }) => plan.id}
        columns={[
          { name: texts.plan, cell: ({ plan }) => planTexts[plan.id].name },
          { name: texts.catalogue, numeric: true, cell: ({ plan }) => sum(plan.priceCents) },
          { name: texts.provider, numeric: true, cell: ({ price }) => sum(price?.amountCents) },
          { name: texts.priceId, wide: true, cell: ({ price }) => <PriceId id={price?.priceId} /> },
          { name: texts.result, cell: (row) => <PriceResult finding={findingOf(row)} /> },
        ]}
      />
    </Diagnosis>
  );
};
