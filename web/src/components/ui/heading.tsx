import { chakra } from "@chakra-ui/react/styled-system";

/** The one title of a page. */
export const Heading = chakra("h1", { base: { textStyle: "h1", color: "fg" } });
