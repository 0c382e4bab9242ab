import { describe, expect, it } from "vitest";
import { seededRandom } from "./random.ts";

const many = <T>(draw: () => T) => Array.from({ length: 20_000 }, draw);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const variance = (values: number[]) => {
  const center = mean(values);
  return mean(values.map((value) => (value - center) ** 2));
};

describe("seeded random numbers", () => {
  it("repeat for the same words and differ for others, also when the words are joined differently", () => {
    const firstOf = (...words: string[]) => seededRandom(...words).uniform();
    expect(firstOf("a", "b")).toBe(firstOf("a", "b"));
    expect(firstOf("a", "b")).not.toBe(firstOf("ab"));
    expect(firstOf("a", "b")).not.toBe(firstOf("b", "a"));
  });

  it("are uniform, normal and Poisson by their moments", () => {
    const { uniform, normal, poisson } = seededRandom("moments");
    const [flat, bell, counts] = [many(uniform), many(normal), many(() => poisson(106))];
    expect(Math.min(...flat)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...flat)).toBeLessThan(1);
    expect(mean(flat)).toBeCloseTo(0.5, 2);
    expect(variance(flat)).toBeCloseTo(1 / 12, 2);
    expect(Math.abs(mean(bell))).toBeLessThan(0.03);
    expect(variance(bell)).toBeCloseTo(1, 1);
    expect(Math.abs(mean(counts) - 106)).toBeLessThan(0.4);
    expect(Math.abs(variance(counts) - 106)).toBeLessThan(6);
  });

  it("shuffle without losing an item and leave the original unchanged", () => {
    const { shuffle } = seededRandom("cards");
    const cards = Array.from({ length: 52 }, (_, i) => i);
    const shuffled = shuffle(cards);
    expect(shuffled).not.toEqual(cards);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(cards);
  });
});
