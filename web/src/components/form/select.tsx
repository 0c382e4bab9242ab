import { chakra } from "@chakra-ui/react/styled-system";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlRecipe } from "#/theme/recipes/control.ts";
import { useFieldControl } from "./field-context.ts";

const Root = chakra("div", {
  base: { display: "flex", position: "relative", width: "full", height: "fit-content" },
});
const Control = chakra("select", {
  base: {
    ...controlRecipe.base,
    appearance: "none",
    pe: 9,
    "& > option": { bg: "bg.overlay", color: "fg" },
  },
});
const Indicator = chakra("span", {
  base: {
    position: "absolute",
    display: "inline-flex",
    alignItems: "center",
    insetBlock: 0,
    insetEnd: 3,
    pointerEvents: "none",
    color: "fg.muted",
  },
});

type SelectProps = ComponentProps<"select"> & Pick<ComponentProps<typeof Root>, "width" | "flex">;

/** The browser's own list of options; inside a field it is tied to the field's label, help and error. */
export const Select = ({ width, flex, ...select }: SelectProps) => (
  <Root {...(width !== undefined && { width })} {...(flex !== undefined && { flex })}>
    <Control {...useFieldControl()} {...select} />
    <Indicator aria-hidden>
      <ChevronDown size={16} />
    </Indicator>
  </Root>
);
