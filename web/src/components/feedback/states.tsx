import { EmptyState as ChakraEmptyState } from "@chakra-ui/react/empty-state";
import { chakra } from "@chakra-ui/react/styled-system";
import { Spinner } from "@chakra-ui/react/spinner";
import { RefreshCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#/components/ui/button.tsx";
import { RequestId } from "./warning-strip.tsx";
import { useOnline } from "#/lib/use-online.ts";
import { layoutMessages } from "#/shared/messages.ts";

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Makes the heading the page's h1. */
  isPage?: boolean;
};

/** One icon, one heading, one sentence, at most one button. */
export function EmptyState({ icon, title, text, action, isPage }: EmptyStateProps) {
  return (
    <ChakraEmptyState.Root>
      {icon !== undefined && (
        <ChakraEmptyState.Indicator aria-hidden>{icon}</ChakraEmptyState.Indicator>
      )}
      <ChakraEmptyState.Title as={isPage ? "h1" : "h2"}>{title}</ChakraEmptyState.Title>
      {text !== undefined && <ChakraEmptyState.Description>{text}</ChakraEmptyState.Description>}
      {action}
    </ChakraEmptyState.Root>
  );
}

type ErrorStateProps = {
  error: unknown;
  onRetry: () => void;
  title?: string;
  /** Makes the heading the page's h1. */
  isPage?: boolean;
};

/** A failed query: the failure, its cause, the request id, and a retry. Failed queries run again when the network returns. */
export function ErrorState({
  error,
  onRetry,
  title = layoutMessages.failedTitle,
  isPage = false,
}: ErrorStateProps) {
  const isOnline = useOnline();
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert size={24} />}
        title={title}
        isPage={isPage}
        text={
          isOnline ? (
            <>
              {layoutMessages.failedText}
              <RequestId error={error} />
            </>
          ) : (
            layoutMessages.failedOffline
          )
        }
        action={
          <Button onClick={onRetry}>
            <RefreshCw size={16} aria-hidden />
            {layoutMessages.tryAgain}
          </Button>
        }
      />
    </div>
  );
}

// As high as the window, so that the footer does not jump when the page loads.
const belowHeader = "calc(100dvh - 56px)";

/** A spinner with its word, in the middle of the page. */
export function LoadingState({ text = layoutMessages.loading }: { text?: string | undefined }) {
  return (
    <ChakraEmptyState.Root
      role="status"
      flexDirection="row"
      justifyContent="center"
      flex={1}
      minHeight={belowHeader}
    >
      <Spinner color="accent.fg" aria-hidden />
      {text}
    </ChakraEmptyState.Root>
  );
}

/** A block with the final shape while its content loads. */
export const Skeleton = chakra(
  "div",
  { base: { bg: "bg.raised", borderRadius: "badge", height: 4, width: "full" } },
  { defaultProps: { "aria-hidden": true } },
);
