import { Box } from "@chakra-ui/react/box";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { day } from "#/lib/format.ts";
import { subscriptionTexts as texts } from "#/texts/subscription.ts";

/** Access goes on for a few days after a failed charge; this says until when. */
export const GraceBanner = ({ until }: { until: string }) => (
  <Box mb={4}>
    <WarningStrip role="status">
      {texts.graceBefore} {day(until)} {texts.graceAfter}
    </WarningStrip>
  </Box>
);
