import { chakra } from "@chakra-ui/react/styled-system";
import { messages } from "../messages.ts";

const step = 2.5;
const height = 28;
const lossHeight = height * 0.53;

/** A hundred bars for wins and losses, with both counts below. */
export function HundredTicks({ probability }: { probability: number }) {
  const won = Math.round(probability * 100);
  return (
    <div>
      <chakra.svg
        viewBox={`0 0 ${100 * step} ${height}`}
        width="full"
        height="32px"
        preserveAspectRatio="none"
        strokeWidth="1.5"
        role="img"
        aria-label={messages.ticks(won, 100 - won)}
      >
        <chakra.path d={bars(0, won, height)} stroke="accent.fg" />
        <chakra.path d={bars(won, 100, lossHeight)} stroke="warm.line" />
      </chakra.svg>
      <chakra.p display="flex" justifyContent="space-between" textStyle="small" mt={1} aria-hidden>
        <chakra.span color="fg.win">{messages.winsIn(won)}</chakra.span>
        <chakra.span color="fg.loss">{messages.losesIn(100 - won)}</chakra.span>
      </chakra.p>
    </div>
  );
}

function bars(from: number, to: number, tall: number) {
  return Array.from({ length: to - from }, (_, index) => {
    const x = (from + index) * step + 0.75;
    return `M${x} ${(height - tall) / 2}v${tall}`;
  }).join("");
}
