import { ArrowLeft } from "lucide-react";
import { useParams } from "react-router";
import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Heading } from "#/components/ui/heading.tsx";
import { Link } from "#/components/ui/link.tsx";
import { StoredPredictionView } from "#/features/prediction/components/stored-prediction.tsx";
import { predictionTexts as texts } from "#/texts/prediction.ts";
import { Protected } from "#/app/protected.tsx";

/** One of the user's own predictions. */
export const PredictionPage = () => {
  usePageTitle(texts.onePrediction);
  const { id = "" } = useParams();
  return (
    <Protected>
      {() => (
        <Container py={6}>
          <Link to="/history" tone="muted" display="inline-flex" alignItems="center" gap={2}>
            <ArrowLeft size={16} aria-hidden />
            {texts.backToHistory}
          </Link>
          <Heading mt={3} mb={4}>
            {texts.onePrediction}
          </Heading>
          <StoredPredictionView key={id} id={id} />
        </Container>
      )}
    </Protected>
  );
};
