import { Input } from "./input.tsx";
import { chakra } from "@chakra-ui/react/styled-system";
import { useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { Field } from "./field.tsx";

// The pattern of WAI-ARIA 1.2 by hand: Chakra's combobox would bring its positioning library into the first load.

const Box = chakra("div", { base: { position: "relative" } });
const List = chakra("ul", {
  base: {
    position: "absolute",
    zIndex: "popover",
    insetX: 0,
    top: "calc(100% + 4px)",
    maxHeight: "264px",
    overflowY: "auto",
    listStyle: "none",
    p: 1,
    bg: "bg.overlay",
    borderWidth: "1px",
    borderRadius: "control",
    boxShadow: "overlay",
  },
});
const Option = chakra("li", {
  base: {
    display: "grid",
    px: 2.5,
    py: 2,
    minHeight: "44px",
    alignContent: "center",
    borderRadius: "5px",
    cursor: "pointer",
    "&[data-active]": { bg: "bg.hover" },
  },
});

export type ComboboxOption = { value: string; label: string; note: string };

/** Options beyond this number are reached by typing. */
const mostShown = 30;

type ComboboxProps = {
  label: ReactNode;
  placeholder: string;
  /** Shown when no option matches the typed text. */
  emptyText: string;
  error?: string | undefined;
  options: readonly ComboboxOption[];
  value: string | undefined;
  onChange: (value: string | undefined) => void;
};

/** A text field that suggests options which contain every typed word. Only an option can be chosen. */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, emptyText, error, options, value, onChange } = props;
  const id = useId();
  const chosen = options.find((option) => option.value === value);
  // Undefined while the user does not type: the chosen option is shown.
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const shown = matching(options, typed ?? "").slice(0, mostShown);
  const optionId = (index: number) => `${id}-${index}`;

  const close = () => {
    setOpen(false);
    setTyped(undefined);
  };
  const choose = (option: ComboboxOption | undefined) => {
    if (!option) return;
    onChange(option.value);
    close();
  };
  const move = (index: number) => {
    const next = (index + shown.length) % Math.max(1, shown.length);
    setOpen(true);
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView?.({ block: "nearest" });
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(open ? active + 1 : 0),
    ArrowUp: () => move(open ? active - 1 : shown.length - 1),
    Enter: () => open && choose(shown[active]),
    Escape: close,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const handle = keys[event.key];
    if (!handle || (!open && event.key === "Enter")) return;
    event.preventDefault();
    handle();
  };

  return (
    <Field label={label} error={error}>
      <Box>
        <Input
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && shown.length > 0 ? optionId(active) : undefined}
          autoComplete="off"
          placeholder={placeholder}
          value={typed ?? chosen?.label ?? ""}
          onChange={({ target }) => {
            setTyped(target.value);
            setActive(0);
            setOpen(true);
            if (value !== undefined) onChange(undefined);
          }}
          onClick={() => setOpen(true)}
          onBlur={close}
          onKeyDown={onKeyDown}
        />
        {open && (
          // The field keeps the focus while an option is clicked.
          <List
            id={`${id}-list`}
            role="listbox"
            aria-label={placeholder}
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
          >
            {shown.map((option, index) => (
              <Option
                key={option.value}
                id={optionId(index)}
                role="option"
                aria-selected={option.value === value}
                data-active={index === active || undefined}
                onPointerMove={() => setActive(index)}
                onClick={() => choose(option)}
              >
                <span>{option.label}</span>
                <chakra.span textStyle="small" color="fg.subtle">
                  {option.note}
                </chakra.span>
              </Option>
            ))}
            {shown.length === 0 && (
              <chakra.li role="presentation" px={2.5} py={2} color="fg.muted">
                {emptyText}
              </chakra.li>
            )}
          </List>
        )}
      </Box>
    </Field>
  );
}

/** The options that contain every word of the text, in their order. */
function matching(options: readonly ComboboxOption[], text: string): readonly ComboboxOption[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter(({ label, note }) => {
    const whole = `${label} ${note}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
}
