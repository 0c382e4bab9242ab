import { Container } from "#/components/layout/container.tsx";
import { usePageTitle } from "#/components/layout/page-title.ts";
import { Hero } from "#/features/marketing/hero.tsx";
import { RecordTeaser } from "#/features/record/record-teaser.tsx";
import { MoreLinks } from "#/features/marketing/more-links.tsx";

/** The signed-out home. */
export function WelcomePage() {
  usePageTitle();
  return (
    <>
      <Hero />
      <Container pb={14} display="grid" gap={4}>
        <RecordTeaser />
        <MoreLinks />
      </Container>
    </>
  );
}
