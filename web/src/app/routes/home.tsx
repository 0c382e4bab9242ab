import { Container } from "../../components/layout/container.tsx";
import { usePageTitle } from "../../components/layout/page-title.ts";
import { Heading } from "../../components/ui/heading.tsx";
import { homeTexts } from "../../texts/home.ts";
import { Protected } from "../protected.tsx";

/** The home of a signed-in user. */
export const HomePage = () => {
  usePageTitle();
  return (
    <Protected>
      {(user) => (
        <Container py={6}>
          <Heading srOnly={false} hideBelow="md">
            {homeTexts.welcome(user.username)}
          </Heading>
        </Container>
      )}
    </Protected>
  );
};
