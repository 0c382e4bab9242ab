import { Box } from "@chakra-ui/react/box";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { day } from "#/lib/format.ts";
import { messages } from "./messages.ts";

/** Access goes on for a few days after a failed charge; this says until when. */
export const GraceBanner = ({ until }: { until: string }) => (
  <Box mb={4}>
    <WarningStrip role="status">
      {messages.graceBefore} {day(until)} {messages.graceAfter}
    </WarningStrip>
  </Box>
);
