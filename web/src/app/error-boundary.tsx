import { TriangleAlert } from "lucide-react";
import { Component, useEffect, type ReactNode } from "react";
import { Button } from "#/components/ui/button.tsx";
import { EmptyState } from "#/components/feedback/states.tsx";
import { collect } from "#/lib/reports/page-errors.ts";
import { navigation } from "#/lib/navigation.ts";
import { layoutMessages } from "#/shared/messages.ts";

function Crashed() {
  // A page whose files did not load for want of a network returns with the network.
  useEffect(() => {
    window.addEventListener("online", navigation.reload);
    return () => window.removeEventListener("online", navigation.reload);
  }, []);
  return (
    <div role="alert">
      <EmptyState
        icon={<TriangleAlert size={24} />}
        title={layoutMessages.crashTitle}
        text={layoutMessages.crashText}
        action={<Button onClick={navigation.reload}>{layoutMessages.tryAgain}</Button>}
      />
    </div>
  );
}

/** Shows an error page in place of a page that throws. React requires a class for this. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    collect(error);
  }

  override render() {
    return this.state.failed ? <Crashed /> : this.props.children;
  }
}
