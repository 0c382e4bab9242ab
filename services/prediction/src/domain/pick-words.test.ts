import { describe, expect, it } from "vitest";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import { previewOf } from "./pick-words.ts";

describe("the preview of a pick", () => {
  it("names pick, odds, outcome, game and estimate of a single bet, and neither user nor stake", () => {
    const leg = aLeg("a", { betOn: "Jets", opponent: "Bills", betType: "Spread −3.5" });
    const preview = previewOf(aPrediction([leg], { odds: -110, outcome: "won", stake: 4_321 }));
    expect(preview).toEqual({
      title: "Won: Jets (Spread −3.5) at −110",
      description: "Jets vs. Bills · NFL, Moderate · Simulated slate · Our estimate: 40.0%",
    });
  });

  it("counts the legs of a parlay, and lists three of them", () => {
    const legs = ["A", "B", "C", "D", "E"].map((betOn) => aLeg(betOn, { betOn }));
    const live = { ...aPrediction([]).slate, kind: "live", label: "Live slate" } as const;
    expect(previewOf(aPrediction(legs, { odds: 450, slate: live }))).toEqual({
      title: "Open: NFL 5-leg parlay at +450",
      description:
        "A vs. Away; B vs. Away; C vs. Away; 2 more · NFL, Moderate · Our estimate: 40.0%",
    });
  });
});
