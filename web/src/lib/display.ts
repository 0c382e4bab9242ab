import { oddsFormats, type OddsFormat } from "@orbline/proto/constants/display";
import type { Preferences } from "@orbline/proto/http/identity/user";
import { create } from "zustand";
import { onStored } from "./stored.ts";

type Display = {
  oddsFormat: OddsFormat;
  /** An IANA name, e.g. `America/New_York`; undefined for the browser's time zone. */
  timeZone?: string | undefined;
};

const storageKey = "orbline.display";
const defaults: Display = { oddsFormat: "american" };

/** How odds and times are shown. */
export const useDisplay = create<Display>()(() => defaults);

/** Shows odds and times as the account wants, and remembers it in this browser for the next first paint. */
export function showAs(preferences: Preferences | undefined): void {
  const { oddsFormat, timeZone } = preferences ?? defaults;
  useDisplay.setState({ oddsFormat, timeZone: isTimeZone(timeZone) ? timeZone : undefined });
  try {
    localStorage.setItem(storageKey, JSON.stringify(useDisplay.getState()));
  } catch {
    // Without storage the first paint has the defaults.
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

/** Follows a change in another tab. Returns a function that stops it. */
export const followDisplay = () => onStored(storageKey, load);
