import { chakra } from "@chakra-ui/react/styled-system";
import { Share2 } from "lucide-react";
import { useState } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Link } from "#/components/ui/link.tsx";
import { PanelFooter } from "#/components/ui/panel.tsx";
import { errorText } from "#/lib/api.ts";
import { useSingleMutation } from "#/lib/use-single-mutation.ts";
import { sharePrediction, stopSharing } from "../api.ts";
import { messages } from "../messages.ts";

/** Shares a pick: shows its public address, copies it, and stops sharing it. */
export function SharePick({ id }: { id: string }) {
  const share = useSingleMutation({ mutationFn: () => sharePrediction(id) });
  // The button that stopped it is gone, so the other one takes the focus.
  const [wasStopped, setStopped] = useState(false);
  const stop = useSingleMutation({
    mutationFn: () => stopSharing(id),
    onSuccess: () => {
      setStopped(true);
      share.reset();
    },
  });
  const failure = share.error ?? stop.error;
  return (
    <PanelFooter display="grid" gap={2}>
      {share.data ? (
        <Shared
          slug={share.data.slug}
          onStop={() => stop.mutate(undefined)}
          isStopping={stop.isPending}
        />
      ) : (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
          <Button
            variant="outline"
            size="sm"
            disabled={share.isPending}
            autoFocus={wasStopped}
            onClick={() => share.mutate(undefined)}
          >
            <Share2 size={16} aria-hidden />
            {share.isPending ? messages.sharing : messages.share}
          </Button>
          <span>{messages.shareNote}</span>
        </chakra.div>
      )}
      {failure && <p role="alert">{errorText(failure, messages.shareFailed)}</p>}
    </PanelFooter>
  );
}

type SharedProps = { slug: string; onStop: () => void; isStopping: boolean };

function Shared({ slug, onStop, isStopping }: SharedProps) {
  const [copied, setCopied] = useState<string>();
  const path = `/p/${slug}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, globalThis.location.href).href);
      setCopied(messages.copied);
    } catch {
      setCopied(messages.copyFailed);
    }
  };
  return (
    <>
      <p>
        {messages.sharedAt}{" "}
        <Link to={path} tone="accent" overflowWrap="anywhere">
          {path}
        </Link>
      </p>
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
        <Button variant="outline" size="sm" autoFocus onClick={() => void copy()}>
          {messages.copyLink}
        </Button>
        <Button variant="ghost" size="sm" disabled={isStopping} onClick={onStop}>
          {messages.stopSharing}
        </Button>
        <span aria-live="polite">{copied}</span>
      </chakra.div>
    </>
  );
}
