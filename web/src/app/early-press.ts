declare global {
  /** Notes the button that is pressed last before the app is there; index.html sets it up. */
  var earlyPress: { note: (event: Event) => void; button?: HTMLButtonElement } | undefined;
}

/** Ends the noting of presses, which the app sees itself from now on, and returns the noted button. */
export const takeEarlyPress = (): HTMLButtonElement | undefined => {
  const { earlyPress } = globalThis;
  if (earlyPress === undefined) return undefined;
  removeEventListener("click", earlyPress.note);
  globalThis.earlyPress = undefined;
  return earlyPress.button;
};
