import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { useOnline } from "#/lib/use-online.ts";
import { layoutMessages } from "#/shared/messages.ts";
import { Container } from "./container.tsx";

/** Says that the browser has no network, until it has one. */
export function OfflineStrip() {
  if (useOnline()) return null;
  return (
    <Container pt={4}>
      <WarningStrip role="status">{layoutMessages.offline}</WarningStrip>
    </Container>
  );
}
