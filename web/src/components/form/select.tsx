import { chakra } from "@chakra-ui/react/styled-system";
import { ChevronDown } from "lucide-react";
import { use, type ComponentProps } from "react";
import { ControlContext, controlStyle } from "./input.tsx";

const Root = chakra("div", {
  base: { display: "flex", position: "relative", width: "full", height: "fit-content" },
});
const StyledSelect = chakra("select", {
  base: {
    ...controlStyle,
    appearance: "none",
    pe: 9,
    "& > option": { bg: "bg.overlay", color: "fg" },
  },
});
const Indicator = chakra("div", {
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

/** The browser's own list of options. */
export function Select({ width, flex, ...select }: SelectProps) {
  return (
    <Root width={width} flex={flex}>
      <StyledSelect {...use(ControlContext)} {...select} />
      <Indicator>
        <ChevronDown size={16} aria-hidden />
      </Indicator>
    </Root>
  );
}
