import { ArrowLeft } from "lucide-react";
import { useParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { Link } from "#/components/ui/link.tsx";
import { StoredPredictionView } from "#/features/prediction/history/stored-prediction.tsx";
import { Protected } from "#/app/protected.tsx";
import { messages } from "#/features/prediction/messages.ts";

/** One of the user's own predictions. */
export function PredictionPage() {
  const { id = "" } = useParams();
  return (
    <Protected>
      {() => (
        <Container py={6}>
          <Link to="/history" tone="muted" display="inline-flex" alignItems="center" gap={2}>
            <ArrowLeft size={16} aria-hidden />
            {messages.backToHistory}
          </Link>
          <StoredPredictionView key={id} id={id} />
        </Container>
      )}
    </Protected>
  );
}
