import { type Sport, sports } from "@orbline/proto/constants/predictions";
import type { HistoryEntry } from "@orbline/proto/http/prediction/history";
import { navLinks, trialPath, type Visitor } from "#/components/layout/nav-links.ts";
import { noticeMessages } from "#/features/prediction/notices/messages.ts";
import { entryName } from "#/features/prediction/names.ts";
import { day, startTime } from "#/lib/format.ts";
import { layoutMessages, riskNames, slateMessages, sportNames } from "#/shared/messages.ts";
import type { UpcomingGame } from "#/shared/slate.ts";
import { paletteMessages as messages } from "./messages.ts";

/** One place that the search leads to. */
export type Entry = { id: string; label: string; note: string; to: string };
export type EntryGroup = { name: string; entries: Entry[] };

/** Entries of a group beyond this number are reached by typing. */
const mostOfGroup = 8;

/** The groups of entries that contain every typed word. */
export function matchingGroups(groups: readonly EntryGroup[], typed: string): EntryGroup[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return groups.flatMap(({ name, entries }) => {
    const found = entries.filter(({ label, note }) => {
      const whole = `${label} ${note}`.toLowerCase();
      return words.every((word) => whole.includes(word));
    });
    return found.length > 0 ? [{ name, entries: found.slice(0, mostOfGroup) }] : [];
  });
}

/** Everything that the user can search: pages, sports, upcoming games, and the last predictions. */
export function entryGroups(
  visitor: Visitor,
  games: readonly UpcomingGame[],
  predictions: readonly HistoryEntry[],
): EntryGroup[] {
  const pages = visitor
    ? [
        { to: "/notices", label: noticeMessages.title },
        { to: "/account", label: layoutMessages.account },
      ]
    : [
        { to: trialPath, label: layoutMessages.startTrial },
        { to: "/auth", label: layoutMessages.login },
      ];
  const responsible = { to: "/responsible-gaming", label: layoutMessages.responsibleGaming };
  return [
    {
      name: messages.pages,
      entries: [...navLinks(visitor), ...pages, responsible].map((page) => ({
        ...page,
        id: page.to,
        note: "",
      })),
    },
    { name: messages.sports, entries: visitor ? sports.map(sportEntry) : [] },
    {
      name: messages.games,
      entries: games.map(({ id, sport, home, away, startsAt }) => ({
        id,
        label: messages.versus(home, away),
        note: `${sportNames[sport]} · ${startTime(startsAt)}`,
        // The slate is for users. A visitor can check a price of the game.
        to: visitor
          ? `/slate?${new URLSearchParams({ sport, q: home }).toString()}`
          : `/check?${new URLSearchParams({ game: id }).toString()}`,
      })),
    },
    {
      name: messages.predictions,
      entries: predictions.map((entry) => ({
        id: entry.id,
        label: entryName(entry),
        note: `${riskNames[entry.riskLevel]} · ${slateMessages.outcomes[entry.outcome]} · ${day(entry.createdAt)}`,
        to: `/predictions/${entry.id}`,
      })),
    },
  ];
}

const sportEntry = (sport: Sport): Entry => ({
  id: sport,
  label: messages.gamesOf(sportNames[sport]),
  note: "",
  to: `/slate?sport=${sport}`,
});
