import { Badge as ChakraBadge } from "@chakra-ui/react/badge";
import type { RecipeVariantProps } from "@chakra-ui/react/styled-system";
import type { ComponentProps, FC } from "react";
import type { badge } from "#/theme/recipes/data.ts";

type BadgeProps = Omit<ComponentProps<typeof ChakraBadge>, "variant" | "size"> &
  RecipeVariantProps<typeof badge>;

/** A small label. Its color never carries meaning without its words. */
export const Badge: FC<BadgeProps> = ChakraBadge;
