import { chakra } from "@chakra-ui/react/styled-system";
import { priceMessages } from "#/shared/price-messages.ts";

const [step, winHeight, lossHeight] = [2.5, 28, 15];

/** A hundred bars for wins and losses, with both counts below. */
export function HundredTicks({ probability }: { probability: number }) {
  const won = Math.round(probability * 100);
  return (
    <div>
      <chakra.svg
        viewBox={`0 0 ${100 * step} ${winHeight}`}
        width="full"
        height="32px"
        preserveAspectRatio="none"
        strokeWidth="1.5"
        role="img"
        aria-label={priceMessages.ticks(won, 100 - won)}
      >
        <chakra.path d={bars(0, won, winHeight)} stroke="accent.fg" />
        <chakra.path d={bars(won, 100, lossHeight)} stroke="warm.line" />
      </chakra.svg>
      <chakra.p display="flex" justifyContent="space-between" textStyle="small" mt={1} aria-hidden>
        <chakra.span color="fg.win">{priceMessages.winsIn(won)}</chakra.span>
        <chakra.span color="fg.loss">{priceMessages.losesIn(100 - won)}</chakra.span>
      </chakra.p>
    </div>
  );
}

function bars(from: number, to: number, height: number) {
  const starts = Array.from({ length: to - from }, (_, index) => (from + index) * step + 0.75);
  return starts.map((x) => `M${x} ${(winHeight - height) / 2}v${height}`).join("");
}
