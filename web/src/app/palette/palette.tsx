import { Dialog } from "@chakra-ui/react/dialog";
import { Input } from "#/components/form/input.tsx";
import { Portal } from "@chakra-ui/react/portal";
import { chakra } from "@chakra-ui/react/styled-system";
import { VisuallyHidden } from "@chakra-ui/react/visually-hidden";
import { sports } from "@orbline/proto/constants/predictions";
import { useQuery } from "@tanstack/react-query";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import { useNavigate } from "react-router";
import type { Visitor } from "#/components/layout/nav-links.ts";
import { recentPredictionsQuery } from "#/features/prediction/api.ts";
import { contentOfPage } from "#/lib/navigation.ts";
import { useUpcomingGames } from "#/shared/slate.ts";
import { entryGroups, matchingGroups } from "./entries.ts";
import { paletteMessages as messages } from "./messages.ts";

const List = chakra("div", {
  base: { maxHeight: "min(60dvh, 420px)", overflowY: "auto", px: 2, pb: 2 },
});
const GroupName = chakra("div", {
  base: { textStyle: "label", color: "fg.muted", px: 2.5, pt: 3, pb: 1 },
});
const Option = chakra("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    columnGap: 3,
    minHeight: "44px",
    px: 2.5,
    py: 1.5,
    borderRadius: "5px",
    cursor: "pointer",
    "&[aria-selected=true]": { bg: "bg.hover" },
  },
});

/** From this length on, games are loaded and searched. */
const leastTyped = 2;
const lastPredictions = 20;

/** A dialog that finds pages, games and predictions by their words. Arrow keys choose, Enter opens, Esc closes. */
export function Palette({ visitor, onClose }: { visitor: Visitor; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [opener] = useState(() => document.activeElement);
  return (
    <Dialog.Root
      open
      initialFocusEl={() => field.current}
      finalFocusEl={() =>
        opener instanceof HTMLElement && opener.isConnected && opener !== document.body
          ? opener
          : contentOfPage()
      }
      onOpenChange={({ open }) => !open && onClose()}
    >
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <VisuallyHidden>
              <Dialog.Title>{messages.open}</Dialog.Title>
            </VisuallyHidden>
            <Search field={field} visitor={visitor} onClose={onClose} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

type SearchProps = {
  field: React.RefObject<HTMLInputElement | null>;
  visitor: Visitor;
  onClose: () => void;
};

function Search({ field, visitor, onClose }: SearchProps) {
  const id = useId();
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const games = useUpcomingGames(typed.trim().length >= leastTyped ? sports : []);
  const { data: recent } = useQuery({
    ...recentPredictionsQuery(lastPredictions),
    enabled: Boolean(visitor),
  });
  const { label, placeholder } = visitor ? messages.forUsers : messages.forVisitors;
  const all = entryGroups(visitor, games.data?.games ?? [], recent?.predictions ?? []);
  const groups = matchingGroups(all, typed);
  const shown = groups.flatMap(({ entries }) => entries);
  const optionId = (index: number) => `${id}-${index}`;

  const open = (index: number) => {
    const entry = shown[index];
    if (!entry) return;
    onClose();
    void navigate(entry.to);
  };
  const move = (index: number) => {
    const next = (index + shown.length) % Math.max(1, shown.length);
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView?.({ block: "nearest" });
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active - 1),
    Enter: () => open(active),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const handle = keys[event.key];
    if (!handle) return;
    event.preventDefault();
    handle();
  };

  return (
    <>
      <chakra.div p={3}>
        <Input
          ref={field}
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={shown.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          placeholder={placeholder}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </chakra.div>
      <List id={`${id}-list`} role="listbox" aria-label={messages.results}>
        {groups.map(({ name, entries }) => (
          <div key={name} role="group" aria-label={name}>
            <GroupName aria-hidden>{name}</GroupName>
            {entries.map((entry) => {
              const index = shown.indexOf(entry);
              return (
                <Option
                  key={entry.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={index === active}
                  // The field keeps the focus while an option is clicked.
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerMove={() => setActive(index)}
                  onClick={() => open(index)}
                >
                  <span>{entry.label}</span>
                  <chakra.span textStyle="small" color="fg.subtle">
                    {entry.note}
                  </chakra.span>
                </Option>
              );
            })}
          </div>
        ))}
      </List>
      {shown.length === 0 && (
        <chakra.p px={5} pb={4} color="fg.muted">
          {messages.none}
        </chakra.p>
      )}
      <VisuallyHidden role="status">{messages.count(shown.length)}</VisuallyHidden>
    </>
  );
}
