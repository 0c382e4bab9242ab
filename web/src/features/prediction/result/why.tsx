import { chakra } from "@chakra-ui/react/styled-system";
import { priceVerdict } from "@orbline/proto/constants/predictions";
import type { Bet, Prediction } from "@orbline/proto/http/prediction/prediction";
import { PriceVerdict } from "#/components/betting/price-verdict.tsx";
import { Disclosure } from "#/components/ui/disclosure.tsx";
import { messages } from "../messages.ts";
import { gameOf, shortName } from "../names.ts";
import { valueOf } from "../outcome.ts";
import { ForceDiagram } from "./force-diagram.tsx";

const Section = chakra("section", {
  base: { borderTopWidth: "1px", borderColor: "line.subtle", px: { base: 4, md: 5 }, py: 4 },
});
const Sentences = chakra("ul", {
  base: {
    listStyle: "none",
    mt: 2,
    p: 0,
    display: "grid",
    gap: 1,
    color: "fg.muted",
    maxWidth: "72ch",
  },
});

/** Why this pick: a verdict on its price, three sentences, and what moved the number of each leg. */
export function Why({ prediction }: { prediction: Prediction }) {
  const { breakEven, range, summary, bets } = prediction;
  const [first, ...others] = bets;
  return (
    <>
      <Section aria-label={messages.why}>
        <PriceVerdict
          verdict={priceVerdict(breakEven, range)}
          expectedValue={valueOf(prediction)}
        />
        {valueOf(prediction) < 0 && (
          <chakra.p mt={1} textStyle="small" color="fg.muted">
            {messages.margin}
          </chakra.p>
        )}
        {summary.length > 0 && (
          <Sentences>
            {summary.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </Sentences>
        )}
        {others.length === 0 && first?.forces && (
          <chakra.div mt={4}>
            <ForceDiagram bet={first} forces={first.forces} />
          </chakra.div>
        )}
      </Section>
      {others.length > 0 && bets.map((bet) => <LegForces key={legKey(bet)} bet={bet} />)}
    </>
  );
}

const legKey = ({ game, betOn, betType }: Bet) => `${game}-${betOn}-${betType}`;

function LegForces({ bet }: { bet: Bet }) {
  if (bet.forces === null) return null;
  return (
    <Disclosure label={messages.whyLeg(shortName(bet.betOn), gameOf(bet))}>
      <chakra.div px={{ base: 4, md: 5 }} pb={4}>
        <ForceDiagram bet={bet} forces={bet.forces} />
      </chakra.div>
    </Disclosure>
  );
}
