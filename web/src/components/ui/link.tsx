import { chakra } from "@chakra-ui/react/styled-system";
import { Link as RouterLink } from "react-router";
import { button as buttonRecipe } from "#/theme/recipes/button.ts";

const linkRecipe = {
  base: {
    display: "inline",
    color: "fg",
    textDecoration: "underline",
    textDecorationThickness: "1px",
    textDecorationColor: "accent.line",
    textUnderlineOffset: "4px",
    _hover: { textDecorationColor: "currentColor" },
  },
  variants: {
    tone: {
      plain: {},
      accent: { color: "accent.fg" },
      muted: { color: "fg.muted", textDecorationColor: "transparent", _hover: { color: "fg" } },
    },
  },
  defaultVariants: { tone: "plain" },
} as const;

/** A link to a page of the app. */
export const Link = chakra(RouterLink, linkRecipe, {
  forwardProps: ["to", "replace", "state"],
});

/** A link that leaves the app. */
export const ExternalLink = chakra("a", linkRecipe);

/** A link to a page of the app that looks like a button. */
export const ButtonLink = chakra(RouterLink, buttonRecipe, {
  forwardProps: ["to", "replace", "state"],
});

/** A link that leaves the app and looks like a button. */
export const ExternalButtonLink = chakra("a", buttonRecipe);
