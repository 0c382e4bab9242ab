import { chakra } from "@chakra-ui/react/styled-system";
import type { PriceVerdict as Verdict } from "@orbline/proto/constants/predictions";
import { Check, Equal, TriangleAlert, X, type LucideIcon } from "lucide-react";
import { priceMessages, shownVerdict } from "#/shared/price-messages.ts";

const looks = {
  good: { icon: Check, color: "fg.win" },
  fair: { icon: Equal, color: "fg" },
  likelyOverpriced: { icon: TriangleAlert, color: "fg.warning" },
  overpriced: { icon: X, color: "fg.loss" },
} as const;

type PriceVerdictProps = {
  verdict: Verdict;
  /** The expected value as a share of the stake. */
  expectedValue: number;
};

/** The verdict on a price: a word with an icon, and what it means. */
export function PriceVerdict({ verdict, expectedValue }: PriceVerdictProps) {
  const shown = shownVerdict(verdict, expectedValue);
  return <Judgment {...looks[shown]} {...priceMessages.verdicts[shown]} />;
}

type Texts = { word: string; meaning: string };

/** In place of a verdict: why the price itself is in doubt. */
export const PriceDoubt = (texts: Texts) => (
  <Judgment icon={TriangleAlert} color="fg.warning" {...texts} />
);

type JudgmentProps = Texts & { icon: LucideIcon; color: string };

function Judgment({ icon: Icon, color, word, meaning }: JudgmentProps) {
  return (
    <chakra.p display="flex" alignItems="baseline" flexWrap="wrap" columnGap={2}>
      <chakra.b
        display="inline-flex"
        alignItems="baseline"
        gap={1.5}
        fontWeight={600}
        textStyle="bodyLg"
        color={color}
      >
        <Icon size={16} strokeWidth={3} style={{ alignSelf: "center" }} aria-hidden />
        {word}
      </chakra.b>
      <chakra.span color="fg.muted">{meaning}</chakra.span>
    </chakra.p>
  );
}
