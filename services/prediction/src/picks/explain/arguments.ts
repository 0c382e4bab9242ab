/** A clause that begins in lower case or with a name, and the side of the game that it speaks for, if there is one. */
export type Argument = { text: string; favors?: "home" | "away" | undefined };

/**
 * The clauses as sentences in the order of a fair case for a pick: first what speaks for it or for nothing, then what
 * speaks against it, which begins with "But". Nothing speaks against a draw, which has no side.
 */
export function inOrder(all: readonly Argument[], side: "home" | "away" | "draw"): string[] {
  const isAgainst = ({ favors }: Argument) =>
    side !== "draw" && favors !== undefined && favors !== side;
  return [
    ...all.filter((one) => !isAgainst(one)).map(({ text }) => capitalized(text)),
    ...all.filter(isAgainst).map(({ text }, index) => `${index === 0 ? "But" : "And"} ${text}`),
  ];
}

/** The text with a capital letter at its start. */
export const capitalized = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
