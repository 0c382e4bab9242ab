import { chakra } from "@chakra-ui/react/styled-system";
import { ShieldX } from "lucide-react";
import { Center } from "#/components/layout/center.tsx";
import { Heading } from "#/components/ui/heading.tsx";
import { ButtonLink } from "#/components/ui/link.tsx";
import { layoutMessages } from "#/shared/messages.ts";

// Not in the messages of the admin pages, because checkout pages show it too.
export const accessDenied = "Access Denied - You do not have permission to access this admin area.";

/** The page of an admin area that the user may not open. */
export function DeniedPage() {
  return (
    <Center>
      <chakra.span color="fg.subtle" aria-hidden>
        <ShieldX size={32} />
      </chakra.span>
      <Heading textStyle="h2" maxWidth="44ch">
        {accessDenied}
      </Heading>
      <ButtonLink to="/">{layoutMessages.backHome}</ButtonLink>
    </Center>
  );
}
