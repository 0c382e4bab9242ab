import { describe, expect, it } from "vitest";
import { aLeg, aPrediction } from "../testing/predictions.ts";
import { receiptSvg, renderReceiptImage } from "./receipt-image.ts";

describe("the image of a shared pick", () => {
  it("is a PNG of 1200 by 630 pixels", async () => {
    const png = await renderReceiptImage(aPrediction([aLeg("a")]));
    expect(png.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630]);
  });

  it("has letters: text changes the picture", async () => {
    const [one, other] = await Promise.all(
      ["Home", "Away"].map((betOn) => renderReceiptImage(aPrediction([aLeg("a", { betOn })]))),
    );
    expect(one?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });

  it("shows game, start, odds, estimate, market and outcome, and neither user nor stake", () => {
    const leg = aLeg("a", { marketProbability: 0.38 });
    const svg = receiptSvg(aPrediction([leg], { outcome: "won", stake: 4_321 }));
    const texts = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, content]) => content);
    expect(texts).toEqual([
      "Orbline",
      "NFL · Moderate · Simulated slate",
      "Home",
      "Moneyline",
      "vs. Away · Nov 22, 6:00 PM UTC",
      "Wins 40 in 100",
      "Loses 60 in 100",
      "Odds",
      "+150",
      "Our estimate",
      "40.0%",
      "Market",
      "38.0%",
      "Outcome",
      "Won",
    ]);
    expect(svg).not.toMatch(/usr_|4321/);
  });

  it("multiplies the market's chances of a parlay's legs", () => {
    const legs = ["a", "b"].map((id) => aLeg(id, { marketProbability: 0.5 }));
    expect(receiptSvg(aPrediction(legs))).toContain(">25.0%<");
  });

  it("draws as many tall bars as the bet wins in a hundred", () => {
    const svg = receiptSvg(aPrediction([aLeg("a")], { probability: 0.237 }));
    expect([svg.match(/v40/g)?.length, svg.match(/v22/g)?.length]).toEqual([24, 76]);
  });

  it("counts the legs that do not fit, and escapes and shortens names", () => {
    const legs = ["<b>&", "B", "C", "D", "E"].map((betOn) => aLeg(betOn, { betOn }));
    const svg = receiptSvg(aPrediction(legs));
    expect(svg).toContain("&lt;b&gt;&amp;");
    expect(svg).toContain("and 2 more legs");
    const long = receiptSvg(aPrediction([aLeg("a", { betOn: "x".repeat(60) })]));
    expect(long).toContain(`${"x".repeat(37)}…`);
  });
});
