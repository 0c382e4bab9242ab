import { expect, it } from "vitest";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import { leafText } from "./leaf.ts";

/** The value with the keys of every object in the order of RFC 8785. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === "object"
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, part]) => [key, sorted(part)]),
        )
      : value;

it("commits to canonical JSON, and to a text that never changes", () => {
  const favorite = { side: "away", odds: -180 } as const;
  const spread = { market: "spread", side: "home", line: -3.5 } as const;
  const legs = [aLeg("a", { favorite }), aLeg("b", { wager: spread, marketOnly: true })];
  const text = leafText("0".repeat(32), aPrediction(legs));
  expect(text).toBe(JSON.stringify(sorted(JSON.parse(text))));
  expect(text).toMatchInlineSnapshot(
    `"{"createdAt":"2026-11-21T12:00:00.000Z","id":"prd_1","legs":[{"betOn":"Home","betType":"Moneyline","book":"Northgate","endsAt":"2026-11-22T21:00:00.000Z","favorite":{"odds":-180,"side":"away"},"game":"Home vs Away","gameId":"a","marketProbability":0.4,"modelProbability":0.4,"odds":150,"opponent":"Away","probability":0.4,"startsAt":"2026-11-22T18:00:00.000Z","wager":{"market":"moneyline","side":"home"}},{"betOn":"Home","betType":"Moneyline","book":"Northgate","endsAt":"2026-11-22T21:00:00.000Z","game":"Home vs Away","gameId":"b","marketProbability":0.4,"modelProbability":0.4,"odds":150,"opponent":"Away","probability":0.4,"startsAt":"2026-11-22T18:00:00.000Z","wager":{"line":-3.5,"market":"spread","side":"home"}}],"modelVersion":"nfl-1","odds":150,"probability":0.4,"riskLevel":"moderate","salt":"00000000000000000000000000000000","slate":{"kind":"simulated","label":"Simulated slate"},"sport":"nfl","v":1}"`,
  );
});
