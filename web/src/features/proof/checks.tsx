import { chakra } from "@chakra-ui/react/styled-system";
import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import type { Check } from "./verify-receipt.ts";

const looks = {
  passed: { icon: CircleCheck, color: "fg.win" },
  failed: { icon: CircleX, color: "fg.loss" },
  unsupported: { icon: CircleHelp, color: "fg.muted" },
} as const;

/** Checks with their results, as icon and words. */
export function Checks({ items }: { items: readonly { check: Check; text: string }[] }) {
  return (
    <chakra.ul display="grid" gap={2} listStyle="none" p={0}>
      {items.map(({ check, text }) => {
        const { icon: Icon, color } = looks[check];
        return (
          <chakra.li key={text} display="flex" gap={3}>
            <chakra.span color={color} pt="3px" aria-hidden>
              <Icon size={16} />
            </chakra.span>
            {text}
          </chakra.li>
        );
      })}
    </chakra.ul>
  );
}
