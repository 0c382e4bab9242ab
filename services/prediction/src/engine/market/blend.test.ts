import { describe, expect, it } from "vitest";
import { blendOf, fitBlend, marketLeads, type BlendRow } from "./blend.ts";
import { logistic } from "../../domain/math.ts";
import { mulberry32 } from "../../slates/random.ts";

const twoWay = (x: number) => ({ home: logistic(x), draw: null, away: logistic(-x) });

/** Past games whose truth is the sum of what the market sees and of what only the model sees. */
const rows = (n: number, marketSees: number, modelSees: number): BlendRow[] => {
  const random = mulberry32(7);
  return Array.from({ length: n }, () => {
    const [common, own] = [random() * 3 - 1.5, random() * 3 - 1.5];
    const truth = logistic(marketSees * common + modelSees * own);
    return {
      market: twoWay(marketSees * common),
      model: twoWay(marketSees * common + own),
      homeResult: random() < truth ? 1 : 0,
    };
  });
};

describe("blend", () => {
  it("follows the market alone when the model adds nothing", () => {
    expect(fitBlend(rows(3000, 1, 0))).toEqual(marketLeads);
  });

  it("gives weight to a model that knows something the market does not", () => {
    const { model } = fitBlend(rows(3000, 1, 0.8));
    expect(model).toBeGreaterThan(0.5);
  });

  it("follows the market when there are few past games", () => {
    expect(fitBlend(rows(150, 1, 0.8))).toEqual(marketLeads);
  });

  it("returns the market's own numbers when the market leads", () => {
    const market = { home: 0.41, draw: 0.27, away: 0.32 };
    const model = { home: 0.6, draw: 0.2, away: 0.2 };
    expect(blendOf(marketLeads, { market, model })).toEqual(market);
  });

  it("pools three outcomes into probabilities between the two forecasts", () => {
    const market = { home: 0.41, draw: 0.27, away: 0.32 };
    const model = { home: 0.6, draw: 0.2, away: 0.2 };
    const { home, draw, away } = blendOf({ market: 0.5, model: 0.5 }, { market, model });
    expect(home + (draw ?? 0) + away).toBeCloseTo(1, 9);
    expect(home).toBeGreaterThan(market.home);
    expect(home).toBeLessThan(model.home);
  });
});
