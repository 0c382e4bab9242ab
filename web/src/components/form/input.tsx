import { chakra } from "@chakra-ui/react/styled-system";
import type { ComponentProps } from "react";
import { controlRecipe } from "#/theme/recipes/control.ts";
import { useFieldControl } from "./field-context.ts";

const Control = chakra("input", controlRecipe);

/** A line to type in; inside a field it is tied to the field's label, help and error. */
export const Input = (props: ComponentProps<typeof Control>) => (
  <Control {...useFieldControl()} {...props} />
);
