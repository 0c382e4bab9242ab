import { Heading as ChakraHeading } from "@chakra-ui/react/heading";
import type { ComponentProps } from "react";

/** The one title of a page. */
export const Heading = (props: ComponentProps<typeof ChakraHeading>) => (
  <ChakraHeading as="h1" {...props} />
);
