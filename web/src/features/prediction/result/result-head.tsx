import { chakra } from "@chakra-ui/react/styled-system";
import type { Prediction } from "@orbline/proto/http/prediction/prediction";
import { Odds } from "#/components/betting/odds.tsx";
import { Badge } from "#/components/ui/badge.tsx";
import { money, profitOf } from "#/lib/format.ts";
import { messages } from "../messages.ts";
import { bookOf, payoutOdds } from "../outcome.ts";

const Head = chakra("div", {
  base: {
    display: "flex",
    justifyContent: "space-between",
    alignItems: "center",
    gap: { base: 3, md: 4 },
    px: { base: 4, md: 5 },
    py: 5,
  },
});
const OddsBadge = chakra("div", {
  base: {
    px: { base: 2, md: 3 },
    py: 2,
    bg: "accent.subtle",
    color: "accent.fg",
    borderWidth: "1px",
    borderColor: "accent.line",
    borderRadius: "control",
  },
});
const Sum = chakra("b", { base: { textStyle: "num", fontSize: "15px", color: "fg" } });

type ResultHeadProps = {
  prediction: Prediction;
  /** The stake to show the payout of, if it is not the prediction's own. */
  stake?: number | undefined;
};

/** Title, possible win and odds of the prediction. */
export function ResultHead({ prediction, stake = prediction.stake }: ResultHeadProps) {
  const { bets } = prediction;
  const odds = payoutOdds(prediction);
  const book = bookOf(bets);
  return (
    <Head>
      <div>
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={1}>
          <chakra.h2 textStyle="resultTitle">{messages.parlay(bets.length)}</chakra.h2>
          {bets.length === 1 && <Badge tone="neutral">{messages.singleBet}</Badge>}
        </chakra.div>
        <chakra.p color="fg.muted" textStyle="bodyLg" mt={0.5}>
          <Sum>{money(stake)}</Sum> {messages.toWin}{" "}
          <Sum color="fg.win">{money(profitOf(stake, odds))}</Sum>
          {bets.length > 1 && book !== undefined && ` ${messages.atBook(book)}`}
        </chakra.p>
      </div>
      <OddsBadge>
        <Odds value={odds} textStyle="numXl" fontSize={{ base: "30px", sm: "34px", md: "38px" }} />
      </OddsBadge>
    </Head>
  );
}
