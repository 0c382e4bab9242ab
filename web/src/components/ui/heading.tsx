import { Heading as ChakraHeading } from "@chakra-ui/react/heading";
import type { ComponentProps } from "react";

/** The one title of a page. */
export function Heading(props: ComponentProps<typeof ChakraHeading>) {
  return <ChakraHeading as="h1" {...props} />;
}
