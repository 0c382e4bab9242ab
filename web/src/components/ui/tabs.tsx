import { chakra } from "@chakra-ui/react/styled-system";
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useHydrated } from "#/lib/use-hydrated.ts";

const focusRing = "2px solid {colors.accent.focus}";

const List = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    columnGap: 4,
    mt: 4,
    // A line under each row of tabs, even when they take several rows.
    backgroundImage:
      "repeating-linear-gradient(to bottom, transparent 0 43px, {colors.line} 43px 44px)",
  },
});

const Trigger = chakra("button", {
  base: {
    height: "44px",
    px: 1,
    fontSize: "14px",
    fontWeight: 600,
    color: "fg.muted",
    cursor: "pointer",
    borderBottom: "2px solid transparent",
    _hover: { color: "fg" },
    "&[aria-selected=true]": { color: "fg", borderColor: "accent.fg" },
    _focusVisible: { outline: focusRing, outlineOffset: "-2px" },
  },
});

const Content = chakra("div", { base: { pt: 6 } });

type Tab<Value extends string> = { value: Value; label: string; content: ReactNode };

type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  tabs: readonly Tab<Value>[];
};

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

// Seven short names fit into one row on a phone.
const manyTabsGap = { base: "clamp(0px, 6vw - 19px, 16px)", md: 4 };

/**
 * Tabs with one tab stop: arrows, Home and End move and select. Only the content of the selected tab exists.
 * Implemented here, because Chakra's Tabs add 12 kB to /auth (179) and push it above its limit of 190.
 */
export function Tabs<Value extends string>({ label, value, onChange, tabs }: TabsProps<Value>) {
  const id = useId();
  const hydrated = useHydrated();
  const list = useRef<HTMLDivElement>(null);
  const index = tabs.findIndex((tab) => tab.value === value);
  const shown = useRef(value);
  const wasInContent = useRef(false);
  useLayoutEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    // A button that leads to another tab disappears together with its own tab.
    if (wasInContent.current && document.activeElement === document.body)
      list.current?.querySelector<HTMLElement>("[aria-selected=true]")?.focus();
  }, [value]);
  const move = (event: KeyboardEvent) => {
    const next = moves[event.key]?.(index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <>
      <List
        role="tablist"
        aria-label={label}
        ref={list}
        // A click before hydration would be lost.
        inert={!hydrated}
        onKeyDown={move}
        {...(tabs.length > 4 && { columnGap: manyTabsGap })}
      >
        {tabs.map((tab) => (
          <Trigger
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
          </Trigger>
        ))}
      </List>
      <Content
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        key={value}
        onFocus={() => {
          wasInContent.current = true;
        }}
        onBlur={({ relatedTarget }) => {
          // Without a target the focus is lost, as by a removed button.
          if (relatedTarget) wasInContent.current = false;
        }}
      >
        {tabs[index]?.content}
      </Content>
    </>
  );
}
