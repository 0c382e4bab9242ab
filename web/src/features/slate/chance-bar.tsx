import { Box } from "@chakra-ui/react/box";
import { chakra } from "@chakra-ui/react/styled-system";
import type { EstimatesResponse } from "@orbline/proto/http/prediction/slate";
import type { UpcomingGame } from "#/shared/slate.ts";
import { messages } from "./messages.ts";

const Entry = chakra("span", { base: { display: "inline-flex", alignItems: "center", gap: 2 } });
const Mark = chakra("span", { base: { width: "2px", height: "14px", bg: "accent.fg" } });

type ChanceBarProps = {
  game: Pick<UpcomingGame, "consensus">;
  estimate: EstimatesResponse["games"][number] | undefined;
};

/** The market's chances as one bar from the home to the away side, with a mark at our estimate of the home side. */
export function ChanceBar({ game: { consensus }, estimate }: ChanceBarProps) {
  if (!consensus) return null;
  return (
    <Box position="relative" height="14px" aria-hidden>
      <Box
        position="absolute"
        insetX={0}
        top="5px"
        height="4px"
        borderRadius="2px"
        overflow="hidden"
        display="flex"
        bg="line"
      >
        <Box bg="accent.line" style={{ width: `${consensus.home * 100}%` }} />
        <Box bg="line.control" style={{ width: `${(consensus.draw ?? 0) * 100}%` }} />
      </Box>
      {estimate && (
        <Mark
          position="absolute"
          top={0}
          ms="-1px"
          style={{ insetInlineStart: `${estimate.home.probability * 100}%` }}
        />
      )}
    </Box>
  );
}

/** What the fill and the mark of each bar mean. Screen readers get the figures instead of the bars. */
export function ChanceBarLegend() {
  return (
    <chakra.p
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap={4}
      mt={2}
      textStyle="small"
      color="fg.muted"
      aria-hidden
    >
      <Entry>
        <Box as="span" width="24px" height="4px" borderRadius="2px" bg="accent.line" />
        {messages.legendMarket}
      </Entry>
      <Entry>
        <Mark />
        {messages.ours}
      </Entry>
    </chakra.p>
  );
}
