import { Container } from "../../components/layout/container.tsx";
import { usePageTitle } from "../../components/layout/page-title.ts";
import { Hero } from "../../features/marketing/components/hero.tsx";
import { MoreLinks } from "../../features/marketing/components/more-links.tsx";

/** The signed-out home. */
export const WelcomePage = () => {
  usePageTitle();
  return (
    <>
      <Hero />
      <Container pb={14}>
        <MoreLinks />
      </Container>
    </>
  );
};
