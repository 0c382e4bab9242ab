import { useSyncExternalStore } from "react";
import { WarningStrip } from "#/components/feedback/warning-strip.tsx";
import { layoutMessages } from "#/shared/messages.ts";
import { Container } from "./container.tsx";

function subscribe(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Says that the browser has no network, until it has one. */
export function OfflineStrip() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  if (isOnline) return null;
  return (
    <Container pt={4}>
      <WarningStrip role="status">{layoutMessages.offline}</WarningStrip>
    </Container>
  );
}
