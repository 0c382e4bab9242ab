import { chakra } from "@chakra-ui/react/styled-system";
import { Check } from "lucide-react";
import type { ComponentProps } from "react";

const List = chakra("ul", { base: { display: "grid", gap: 2, listStyle: "none", p: 0 } });

type CheckListProps = ComponentProps<typeof List> & { items: readonly string[] };

/** A list whose items have a check mark. */
export function CheckList({ items, ...list }: CheckListProps) {
  return (
    <List {...list}>
      {items.map((item) => (
        <chakra.li key={item} display="flex" gap={3}>
          <chakra.span color="accent.fg" pt="3px" aria-hidden>
            <Check size={16} />
          </chakra.span>
          {item}
        </chakra.li>
      ))}
    </List>
  );
}
