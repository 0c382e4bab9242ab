import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PanelFooter } from "#/components/ui/panel.tsx";
import { Link } from "#/components/ui/link.tsx";
import { money, signedMoney } from "#/lib/format.ts";
import { ledgerQuery } from "../api.ts";
import { byRisk, totalsOf } from "./figures.ts";
import { ledgerMessages as messages } from "./messages.ts";

const weekMs = 7 * 86_400_000;

const Amount = chakra("span", { base: { whiteSpace: "nowrap" } });

/** The user's own bets that were settled in the last seven days; nothing without any. */
export function WeekRecap() {
  // To the hour, so that a page that is opened again finds the answer of before.
  const [since] = useState(() => new Date(Math.floor((Date.now() - weekMs) / 3.6e6) * 3.6e6));
  const { data } = useQuery(ledgerQuery(since.toISOString()));
  const totals = totalsOf(data?.bets ?? []);
  if (totals.settled === 0) return null;
  const [insane] = byRisk(data?.bets ?? [], ["insane"]);
  return (
    <PanelFooter>
      {messages.week(totals.settled)} <Amount>{signedMoney(totals.profit)}</Amount>.{" "}
      {insane && insane.profit < 0 && `${messages.insaneCost(money(-insane.profit))} `}
      <Link to="/history?view=bets" tone="accent">
        {messages.title}
      </Link>
    </PanelFooter>
  );
}
