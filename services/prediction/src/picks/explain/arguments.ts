/** A sentence that begins in lower case or with a name, and the side of the game that it speaks for, if any. */
export type Argument = { text: string; favors?: "home" | "away" | undefined };

/**
 * The sentences in the order of a fair case for a pick: first what speaks for it or for nothing, then, labeled, what
 * speaks against it.
 */
export function inOrder(all: readonly Argument[], side: "home" | "away" | "draw"): string[] {
  const against = all.filter(({ favors }) => isAgainst(favors, side));
  return [
    ...all.filter((one) => !against.includes(one)).map(({ text }) => capitalized(text)),
    ...against.map(({ text }) => `Against the pick: ${text}`),
  ];
}

/** Whether an argument for a side of the game speaks against a pick. Nothing does against a draw, which has no side. */
export const isAgainst = (favors: Argument["favors"], side: "home" | "away" | "draw"): boolean =>
  side !== "draw" && favors !== undefined && favors !== side;

/** The text with a capital letter at its start. */
export const capitalized = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** An analysis as stored text: a first paragraph of short lines, and a second one with the rest, if there is any. */
export const inParagraphs = (lines: readonly string[], rest: readonly string[]): string =>
  [lines, rest]
    .filter(({ length }) => length > 0)
    .map((paragraph) => paragraph.join("\n"))
    .join("\n\n");
