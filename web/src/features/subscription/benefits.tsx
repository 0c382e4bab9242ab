import { chakra } from "@chakra-ui/react/styled-system";
import { Check } from "lucide-react";
import { benefits } from "#/shared/messages.ts";

const Item = chakra("li", { base: { display: "flex", gap: 3, py: 1, color: "fg.muted" } });

/** The benefits of a subscription as a list. */
export function Benefits() {
  return (
    <chakra.ul listStyle="none" p={0}>
      {benefits.map((benefit) => (
        <Item key={benefit}>
          <chakra.span color="accent.fg" pt="3px" aria-hidden>
            <Check size={16} />
          </chakra.span>
          {benefit}
        </Item>
      ))}
    </chakra.ul>
  );
}
