import { chakra } from "@chakra-ui/react/styled-system";
import { RefreshCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { requestIdOf } from "#/lib/api.ts";
import { Button } from "#/components/ui/button.tsx";
import { Spinner } from "./spinner.tsx";
import { layoutMessages } from "#/shared/messages.ts";

const Centred = chakra("div", {
  base: {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    textAlign: "center",
    gap: 3,
    px: 5,
    py: { base: 10, md: 14 },
    color: "fg.muted",
  },
});

const Heading = chakra("h2", { base: { textStyle: "empty", color: "fg" } });
const Icon = chakra("span", { base: { color: "fg.subtle" } });

type EmptyStateProps = {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Makes the heading the page's own. */
  isPage?: boolean;
};

/** One icon, one heading, one sentence, at most one button. */
export const EmptyState = ({ icon, title, text, action, isPage }: EmptyStateProps) => (
  <Centred>
    {icon !== undefined && <Icon aria-hidden>{icon}</Icon>}
    <Heading as={isPage ? "h1" : "h2"}>{title}</Heading>
    {text !== undefined && <chakra.p maxWidth="44ch">{text}</chakra.p>}
    {action}
  </Centred>
);

type ErrorStateProps = {
  error: unknown;
  onRetry: () => void;
  title?: string;
  /** Makes the heading the page's own. */
  isPage?: boolean;
};

/** A failed query: what failed, what was not changed, the request id, a way to try again. */
export const ErrorState = ({
  error,
  onRetry,
  title = layoutMessages.failedTitle,
  isPage = false,
}: ErrorStateProps) => {
  const requestId = requestIdOf(error);
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert size={24} />}
        title={title}
        isPage={isPage}
        text={
          <>
            {layoutMessages.failedText}
            {requestId !== undefined && (
              <>
                {" "}
                {layoutMessages.request} <chakra.code textStyle="numSm">{requestId}</chakra.code>
              </>
            )}
          </>
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
};

// The foot of the page stays below the window, so that it does not jump when the page comes.
const belowHeader = "calc(100dvh - 56px)";

/** A spinner with its word, in the middle of the page. */
export const LoadingState = ({ text = layoutMessages.loading }: { text?: string }) => (
  <Centred
    role="status"
    flexDirection="row"
    justifyContent="center"
    flex={1}
    minHeight={belowHeader}
  >
    <Spinner color="accent.fg" />
    {text}
  </Centred>
);

/** A block of the final shape while its content loads. */
export const Skeleton = chakra(
  "div",
  { base: { bg: "bg.raised", borderRadius: "badge", height: 4, width: "full" } },
  { defaultProps: { "aria-hidden": true } },
);
