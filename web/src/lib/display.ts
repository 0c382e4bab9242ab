import { create } from "zustand";

/** The notations of odds that a user can choose, the default first. */
export const oddsFormats = ["american", "decimal", "fractional"] as const;
export type OddsFormat = (typeof oddsFormats)[number];

type Display = {
  oddsFormat: OddsFormat;
  /** An IANA name, e.g. `America/New_York`; undefined for the browser's time zone. */
  timeZone?: string | undefined;
};

const storageKey = "orbline.display";
const defaults: Display = { oddsFormat: "american" };

/** How odds and times are shown in this browser. */
export const useDisplay = create<Display>()(() => defaults);

/** Sets how odds and times are shown, and remembers it in this browser. */
export function setDisplay(change: Partial<Display>): void {
  useDisplay.setState(change);
  try {
    localStorage.setItem(storageKey, JSON.stringify(useDisplay.getState()));
  } catch {
    // Without storage the choice is lost on reload.
  }
}

/** The stored choice. Unknown formats and time zones that this browser does not know become the defaults. */
export function parseDisplay(stored: string | null): Display {
  try {
    const { oddsFormat, timeZone } = JSON.parse(stored ?? "{}") as Record<string, unknown>;
    return {
      oddsFormat: oddsFormats.find((known) => known === oddsFormat) ?? defaults.oddsFormat,
      timeZone: isTimeZone(timeZone) ? timeZone : undefined,
    };
  } catch {
    return defaults;
  }
}

function isTimeZone(name: unknown): name is string {
  if (typeof name !== "string") return false;
  try {
    return Boolean(new Intl.DateTimeFormat("en-US", { timeZone: name }));
  } catch {
    return false;
  }
}

function load(): void {
  try {
    useDisplay.setState(parseDisplay(localStorage.getItem(storageKey)));
  } catch {
    // Without storage the defaults apply.
  }
}

// Pages are prerendered and hydrated with the defaults. The stored choice follows.
load();
// Follows a change in another tab.
globalThis.addEventListener?.("storage", ({ key }) => {
  if (key === storageKey) load();
});
