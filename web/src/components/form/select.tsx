import { NativeSelect } from "@chakra-ui/react/native-select";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

type SelectProps = ComponentProps<"select"> &
  Pick<ComponentProps<typeof NativeSelect.Root>, "width" | "flex">;

/** The browser's own list of options. */
export function Select({ width, flex, ...select }: SelectProps) {
  return (
    <NativeSelect.Root width={width} flex={flex}>
      <NativeSelect.Field {...select} />
      <NativeSelect.Indicator>
        <ChevronDown size={16} aria-hidden />
      </NativeSelect.Indicator>
    </NativeSelect.Root>
  );
}
