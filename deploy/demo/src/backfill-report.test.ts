import { expect, it } from "vitest";
import { backfillLine, backfillSecondsIn } from "./backfill-report.ts";

const said = "2026-03-01 to 2026-03-10: 240 predictions added, 0 were there, 180 settled";

it("a backfill tells its days, its counts and its time beside the goal", () => {
  expect(backfillLine({ said, seconds: 6.34 })).toBe(`${said}; 6.3 s, goal ≤ 10 s: met`);
  expect(backfillLine({ said, seconds: 12 })).toBe(`${said}; 12.0 s, goal ≤ 10 s: MISSED`);
});

it("its time is found in all that a start prints, and only where the past was filled in", () => {
  const before = "everything serves                  9.1 s\n";
  const after = "\nOrbline is up after 17.2 s:  http://127.0.0.1:8080\n";
  expect(backfillSecondsIn(`${before}${backfillLine({ said, seconds: 6.34 })}${after}`)).toBe(6.3);
  expect(backfillSecondsIn(`${before}${after}`)).toBeUndefined();
});
