import { chakra } from "@chakra-ui/react/styled-system";
import { useState } from "react";
import { Choice, ChoiceGroup } from "#/components/form/choice.tsx";
import { shortDay, weekday } from "#/lib/format.ts";
import { useNow } from "#/lib/use-now.ts";
import type { UpcomingGame } from "#/shared/slate.ts";
import { messages } from "./messages.ts";

type Days = ReadonlyMap<string, readonly UpcomingGame[]>;
type DayChoiceProps = { days: Days; chosen: string | undefined; onChange: (day: string) => void };

/** The days that have games, of which one is shown. A day looks chosen at once, its cards take longer to render. */
export function DayChoice({ days, chosen, onChange }: DayChoiceProps) {
  const now = useNow();
  const [picked, setPicked] = useState(chosen);
  const [lastChosen, setLastChosen] = useState(chosen);
  if (chosen !== lastChosen) {
    setLastChosen(chosen);
    setPicked(chosen);
  }
  return (
    <ChoiceGroup
      legend={messages.day}
      hideLegend
      rowOf="96px"
      columns={{ base: "none", md: "repeat(auto-fill, minmax(84px, 1fr))" }}
    >
      {[...days].map(([day, ofDay]) => (
        <Choice
          key={day}
          look="tile"
          name="slate-day"
          value={day}
          checked={day === picked}
          onChange={() => {
            setPicked(day);
            onChange(day);
          }}
        >
          <span>{nearDay(ofDay, now) ?? weekdayOf(ofDay)}</span>{" "}
          <chakra.span textStyle="micro">{messages.count(ofDay.length)}</chakra.span>
        </Choice>
      ))}
    </ChoiceGroup>
  );
}

/** Games by their day in the user's time zone, such as `Nov 23`. */
export function byDay(games: readonly UpcomingGame[]): Days {
  const days = new Map<string, UpcomingGame[]>();
  for (const game of games) {
    const day = shortDay(game.startsAt);
    days.set(day, [...(days.get(day) ?? []), game]);
  }
  return days;
}

/** The name of a day with games, e.g. `Today, Sun, Nov 22` or `Tue, Nov 24`. */
export function dayName(ofDay: readonly UpcomingGame[], now: number): string {
  const near = nearDay(ofDay, now);
  return near === undefined ? weekdayOf(ofDay) : `${near}, ${weekdayOf(ofDay)}`;
}

const dayMs = 24 * 60 * 60_000;

const weekdayOf = ([first]: readonly UpcomingGame[]) => weekday(first?.startsAt ?? "");

function nearDay(ofDay: readonly UpcomingGame[], now: number): string | undefined {
  const name = weekdayOf(ofDay);
  if (name === weekday(new Date(now))) return messages.today;
  return name === weekday(new Date(now + dayMs)) ? messages.tomorrow : undefined;
}
