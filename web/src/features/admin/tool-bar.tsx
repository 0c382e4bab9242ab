import { chakra } from "@chakra-ui/react/styled-system";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#/components/ui/button.tsx";
import { Select } from "#/components/form/select.tsx";
import { messages } from "./messages.ts";

/** The strip of controls above a list. */
export const Bar = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: 3,
    p: 4,
    borderBottomWidth: "1px",
    borderColor: "line.subtle",
  },
});

type PickProps<Value extends string> = {
  label: string;
  values: readonly Value[];
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
  /** What stands for no choice; without it one value is always chosen. */
  all?: string;
  nameOf?: (value: Value) => string;
  /** From 768 px up. */
  width?: string;
};

/** One value out of a list, or none. */
export const Pick = <Value extends string>(props: PickProps<Value>) => (
  <Select
    width={{ base: "auto", md: props.width ?? "220px" }}
    flex={{ base: "1 1 140px", md: "none" }}
    aria-label={props.label}
    value={props.value ?? ""}
    onChange={(event) => props.onChange(props.values.find((value) => value === event.target.value))}
  >
    {props.all !== undefined && <option value="">{props.all}</option>}
    {props.values.map((value) => (
      <option key={value} value={value}>
        {props.nameOf?.(value) ?? value}
      </option>
    ))}
  </Select>
);

/** Asks for everything shown anew. */
export const Refresh = ({ onClick, busy }: { onClick: () => void; busy: boolean }) => (
  <Button
    onClick={onClick}
    aria-busy={busy}
    aria-label={messages.refresh}
    width={{ base: "44px", md: "auto" }}
  >
    <RefreshCw size={16} aria-hidden />
    <chakra.span hideBelow="md">{messages.refresh}</chakra.span>
  </Button>
);

/** What a list amounts to, read out when it changes. */
export const Count = ({ children }: { children: ReactNode }) => (
  <chakra.p
    ms={{ md: "auto" }}
    width={{ base: "full", md: "auto" }}
    textStyle="small"
    color="fg.muted"
    role="status"
    // A row of its own is for words only.
    _empty={{ position: "absolute" }}
  >
    {children}
  </chakra.p>
);
