import { chakra } from "@chakra-ui/react/styled-system";
import { RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Button } from "#/components/ui/button.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { offlineMessages as messages } from "#/features/prediction/offline/messages.ts";
import { OfflineList } from "#/features/prediction/offline/offline-list.tsx";
import { navigation } from "#/lib/navigation.ts";

const retryMs = 5_000;

/** /offline?from=: the service worker shows it in place of a page that cannot be loaded. It returns once the network does. */
export function OfflinePage() {
  usePageTitle(messages.title);
  const [query] = useSearchParams();
  const from = query.get("from") ?? "/";
  // Only to a page of this site. Browsers drop tabs and line breaks, so that a slash after one would begin a host.
  const target = /^\/(?![/\\])\P{Cc}*$/u.test(from) ? from : "/";
  useReturn(target, query.has("from"));
  return (
    <Container size="text" py={6}>
      <Heading>{messages.title}</Heading>
      <chakra.p color="fg.muted" mt={1} mb={4}>
        {messages.lead} {query.has("from") && messages.retries(retryMs / 1000)}
      </chakra.p>
      <Button mb={4} onClick={() => navigation.assign(target)}>
        <RefreshCw size={16} aria-hidden />
        {messages.tryAgain}
      </Button>
      <OfflineList />
    </Container>
  );
}

/** Leaves for the target as soon as the gateway can be reached. A network alone is not enough: it may lead nowhere yet. */
function useReturn(target: string, isEnabled: boolean) {
  useEffect(() => {
    if (!isEnabled) return;
    const tryAgain = async () => {
      const response = await fetch("/healthz", { cache: "no-store" }).catch(() => undefined);
      if (response?.ok) navigation.assign(target);
    };
    const start = () => void tryAgain();
    window.addEventListener("online", start);
    const timer = setInterval(start, retryMs);
    return () => {
      window.removeEventListener("online", start);
      clearInterval(timer);
    };
  }, [target, isEnabled]);
}
