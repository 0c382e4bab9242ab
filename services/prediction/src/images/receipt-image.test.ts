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

  it("shows sport, odds, estimate and outcome, and neither user nor stake", () => {
    const svg = receiptSvg(aPrediction([aLeg("a")], { outcome: "won", stake: 4_321 }));
    for (const part of ["NFL · Moderate", "+150", "Our estimate 40.0%", "Won"])
      expect(svg).toContain(part);
    expect(svg).not.toMatch(/usr_|4321/);
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
