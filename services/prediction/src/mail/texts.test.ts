import { expect, it } from "vitest";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import { pickText, recapText } from "./texts.ts";

const sender = {
  origin: "https://orbline.test",
  username: "jo",
  unsubscribeUrl: "https://orbline.test/unsubscribe?token=usr_1.ab",
};
const pick = { ...sender, now: new Date("2026-11-22T21:30:00Z"), isLastOfDay: false };
const said = ({ subject, paragraphs }: { subject: string; paragraphs: readonly string[] }) =>
  [subject, ...paragraphs].join("\n");

it("says of a pick without a bet what its suggested stake would have won or lost", () => {
  const prediction = aPrediction([aLeg("a")], {
    outcome: "lost",
    legOutcomes: ["lost"],
    profit: -100,
  });
  const text = said(pickText(prediction, pick));
  expect(text).toMatch(/^Lost: .+, −\$100\.00 if bet\n/);
  expect(text).toContain("Suggested stake $100.00: −$100.00 if bet.");
});

it("greets by the username, unless mail programs could make a link of it", () => {
  const greetingFor = (username: string) =>
    pickText(aPrediction([aLeg("a")]), { ...pick, username }).greeting;
  expect(greetingFor("jo_1")).toBe("Hello jo_1,");
  expect(greetingFor("prizes.example")).toBe("Hello,");
});

it("gives the stake back for a push", () => {
  const prediction = aPrediction([aLeg("a")], {
    outcome: "push",
    legOutcomes: ["push"],
    profit: 0,
  });
  expect(said(pickText(prediction, pick))).toContain("push, stake back");
});

it("says of a parlay that is lost early which games are still to be played", () => {
  const later = aLeg("c", { betOn: "Away", startsAt: new Date("2026-11-23T18:00:00Z") });
  const prediction = aPrediction([aLeg("a"), aLeg("b"), later], {
    outcome: "lost",
    legOutcomes: ["lost", "open", "open"],
    profit: -100,
  });
  expect(pickText(prediction, pick).paragraphs.slice(1, 5)).toEqual([
    "Home vs Away, Moneyline: lost.",
    "Home vs Away, Moneyline: no result yet.",
    "Away vs Away, Moneyline: still to be played.",
    "One lost leg loses the parlay, so the other games can't change it.",
  ]);
});

it("counts the bets of a week apart from the picks that we gave", () => {
  const week = { from: new Date("2026-11-16T13:00:00Z"), to: new Date("2026-11-23T13:00:00Z") };
  const suggested = { settled: 12, won: 5, lost: 7, staked: 1_200, returned: 1_000, profit: -200 };
  const none = { settled: 0, won: 0, staked: 0, returned: 0, insaneProfit: 0 };
  expect(said(recapText({ ...week, suggested, bets: none }, sender))).toBe(
    [
      "Your week: 5 of 12 picks won",
      "November 16, 2026, 1:00 PM UTC to November 23, 2026, 1:00 PM UTC.",
      "Picks we gave you: 5 of 12 won.",
    ].join("\n"),
  );
  const bets = { settled: 2, won: 1, staked: 75, returned: 60, insaneProfit: -50 };
  expect(said(recapText({ ...week, suggested, bets }, sender))).toBe(
    [
      "Your week: 2 bets settled, −$15.00",
      "November 16, 2026, 1:00 PM UTC to November 23, 2026, 1:00 PM UTC.",
      "Your bets: 1 of 2 won. $75.00 staked, $60.00 back: −$15.00.",
      "Insane bets cost $50.00.",
      "Picks we gave you: 5 of 12 won.",
    ].join("\n"),
  );
});

it("names the weeks of a recap that a time-out has delayed", () => {
  const weeks = { from: new Date("2026-11-02T13:00:00Z"), to: new Date("2026-11-23T13:00:00Z") };
  const suggested = { settled: 12, won: 5, lost: 7, staked: 1_200, returned: 1_000, profit: -200 };
  const bets = { settled: 0, won: 0, staked: 0, returned: 0, insaneProfit: 0 };
  expect(said(recapText({ ...weeks, suggested, bets }, sender))).toContain(
    "Your last 3 weeks: 5 of 12 picks won\nNovember 2, 2026, 1:00 PM UTC to November 23, 2026, 1:00 PM UTC.",
  );
});
