import { chakra } from "@chakra-ui/react/styled-system";
import type { VerifyPricesResponse } from "@orbline/proto/http/billing";
import { useQuery } from "@tanstack/react-query";
import { DataTable } from "#/components/data/data-table.tsx";
import { PanelBody } from "#/components/ui/panel.tsx";
import { money, utcMinute } from "#/lib/format.ts";
import { verifyPricesQuery } from "./api.ts";
import { Diagnosis } from "./diagnosis.tsx";
import { PriceId, PriceResult, type PriceFinding } from "./price-result.tsx";
import { messages } from "./messages.ts";
import { planCards } from "#/shared/plans.ts";

type Price = VerifyPricesResponse["prices"][number];

const findingOf = ({ priceId, active, matches }: Price): PriceFinding => {
  if (priceId === null) return "missing";
  if (!active) return "inactive";
  return matches ? "match" : "mismatch";
};

/** The provider's own answer on every price id, asked at this moment. */
export const PriceTester = () => {
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(verifyPricesQuery);
  const wrong = data?.prices.filter((price) => findingOf(price) !== "match").length ?? 0;
  return (
    <Diagnosis
      title={messages.finding}
      meta={data && messages.checkedAt(utcMinute(new Date(dataUpdatedAt).toISOString()))}
      isRunning={isFetching}
      error={error}
      onRun={() => void refetch()}
    >
      <PanelBody role="status">
        <chakra.p color={data?.valid ? "accent.fg" : "warm.fg"} fontWeight={600}>
          {data?.valid ? messages.allMatch : messages.someDiffer(wrong)}
        </chakra.p>
      </PanelBody>
      <DataTable
        caption={messages.testerLead}
        rows={data?.prices ?? []}
        keyOf={({ plan }) => plan}
        columns={[
          { name: messages.plan, cell: ({ plan }) => planCards[plan].name },
          {
            name: messages.provider,
            numeric: true,
            cell: ({ amountCents }) =>
              amountCents === null ? messages.none : money(amountCents / 100),
          },
          { name: messages.priceId, wide: true, cell: ({ priceId }) => <PriceId id={priceId} /> },
          { name: messages.result, cell: (price) => <PriceResult finding={findingOf(price)} /> },
        ]}
      />
    </Diagnosis>
  );
};
