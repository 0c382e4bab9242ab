import { Button as ChakraButton } from "@chakra-ui/react/button";
import type { RecipeVariantProps } from "@chakra-ui/react/styled-system";
import type { ComponentProps } from "react";
import type { button } from "#/theme/recipes/button.ts";

type ChakraButtonProps = ComponentProps<typeof ChakraButton>;

type ButtonProps = Omit<ChakraButtonProps, "variant" | "size" | "loading" | "loadingText"> &
  RecipeVariantProps<typeof button> & {
    /** Shows the spinner with this text in place of the label and stops further clicks. */
    busyText?: string | false | undefined;
  };

/** A button of the design. While `busyText` is set, the button is disabled and shows that text. */
export function Button({ busyText, ...rest }: ButtonProps) {
  return (
    <ChakraButton
      loading={Boolean(busyText)}
      loadingText={busyText}
      aria-busy={busyText ? true : undefined}
      // Chakra's types include only the names of its own variants.
      {...(rest as ChakraButtonProps)}
    />
  );
}
