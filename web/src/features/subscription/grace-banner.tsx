import { Box } from "@chakra-ui/react/box";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { day } from "#/lib/format.ts";
import { messages } from "./messages.ts";

/** Shows until when access continues after a failed charge. */
export function GraceBanner({ until }: { until: string }) {
  return (
    <Box mb={4}>
      <WarningStrip role="status">
        {messages.graceBefore} {day(until)} {messages.graceAfter}
      </WarningStrip>
    </Box>
  );
}
