import type { PlansResponse, PriceIdsResponse } from "@orbline/proto/http/billing";
import { useQuery } from "@tanstack/react-query";
import { DataTable } from "#/components/data/data-table.tsx";
import { money } from "#/lib/format.ts";
import { plansQuery, priceIdsQuery } from "./api.ts";
import { Diagnosis } from "./diagnosis.tsx";
import { PriceId, PriceResult, type PriceFinding } from "./price-result.tsx";
import { messages } from "./messages.ts";
import { planCards } from "#/shared/plans.ts";

type Row = {
  plan: PlansResponse["plans"][number];
  price: PriceIdsResponse["prices"][number] | undefined;
};

const findingOf = ({ plan, price }: Row): PriceFinding => {
  if (!price?.priceId) return "missing";
  if (!price.active) return "inactive";
  return price.amountCents === plan.priceCents ? "match" : "mismatch";
};

const sum = (cents: number | null = null) => (cents === null ? messages.none : money(cents / 100));

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
      title={messages.finding}
      isRunning={plans.isFetching || prices.isFetching}
      error={plans.error ?? prices.error}
      onRun={() => {
        void plans.refetch();
        void prices.refetch();
      }}
    >
      <DataTable
        caption={messages.overrideLead}
        rows={rows}
        keyOf={({ plan }) => plan.id}
        columns={[
          { name: messages.plan, cell: ({ plan }) => planCards[plan.id].name },
          { name: messages.catalogue, numeric: true, cell: ({ plan }) => sum(plan.priceCents) },
          { name: messages.provider, numeric: true, cell: ({ price }) => sum(price?.amountCents) },
          {
            name: messages.priceId,
            wide: true,
            cell: ({ price }) => <PriceId id={price?.priceId} />,
          },
          { name: messages.result, cell: (row) => <PriceResult finding={findingOf(row)} /> },
        ]}
      />
    </Diagnosis>
  );
};
