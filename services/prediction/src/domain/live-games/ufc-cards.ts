import { addDays, hourMs } from "../dates.ts";
import type { SlateGame } from "../slate.ts";

/** Bouts of fewer books are rumors: single books price fights that nobody has agreed on. */
const fewestBooks = 3;
/** A longer time between two starts separates two cards. */
const cardGapMs = 4 * hourMs;
/** A fighter with a UFC bout within these days before the newest known one is of the UFC. */
const activeDays = 730;
/** Share of the fighters of a card who are of the UFC; other promotions have a third at most. */
const leastShare = 0.5;

/**
 * The bouts of UFC cards among all bouts of mixed martial arts, as the provider names no promotion: bouts of at least
 * three books, one for each fighter, on a card at least half of whose fighters fought in the UFC in the two years
 * before the newest known result.
 */
export function ufcBouts(
  listed: readonly SlateGame[],
  fighters: readonly { name: string; lastPlayed: string }[],
): SlateGame[] {
  const lastFought = new Map(fighters.map(({ name, lastPlayed }) => [name, lastPlayed]));
  const newest = fighters
    .map(({ lastPlayed }) => lastPlayed)
    .toSorted()
    .at(-1);
  if (newest === undefined) return [];
  const activeFrom = addDays(newest, -activeDays);
  const isActive = (name: string) => (lastFought.get(name) ?? "") >= activeFrom;
  return cardsOf(onePerFighter(listed.filter(isPriced))).flatMap((card) => {
    const names = card.flatMap(({ home, away }) => [home, away]);
    return names.filter(isActive).length >= leastShare * names.length ? card : [];
  });
}

const booksOf = ({ books }: SlateGame): number =>
  books.filter(({ moneyline }) => moneyline !== null).length;

const isPriced = (bout: SlateGame): boolean => booksOf(bout) >= fewestBooks;

/** Of several bouts of a fighter, the one that most books price. */
function onePerFighter(bouts: readonly SlateGame[]): SlateGame[] {
  const taken = new Set<string>();
  return bouts
    .toSorted((a, b) => booksOf(b) - booksOf(a))
    .filter(({ home, away }) => {
      if (taken.has(home) || taken.has(away)) return false;
      taken.add(home).add(away);
      return true;
    });
}

/** Bouts by card, in order of start. */
function cardsOf(bouts: readonly SlateGame[]): SlateGame[][] {
  const cards: SlateGame[][] = [];
  for (const bout of bouts.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const card = cards.at(-1);
    const before = card?.at(-1)?.startsAt.getTime() ?? Number.NEGATIVE_INFINITY;
    if (card && bout.startsAt.getTime() - before <= cardGapMs) card.push(bout);
    else cards.push([bout]);
  }
  return cards;
}
