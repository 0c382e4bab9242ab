import * as fc from "fast-check";
import { expect, it } from "vitest";
import { placesOf } from "./price-scale.tsx";

const width = 300;
const widthOf = (text: string) => text.length * 6.6;

it("keeps both labels of a price inside the picture and apart from each other, wherever the marks are", () => {
  const at = fc.double({ min: 10, max: 290, noNaN: true });
  const texts = fc.constantFrom(["break-even", "our estimate"], ["our estimate", "break-even"]);
  fc.assert(
    fc.property(at, at, texts, (one, other, [first = "", second = ""]) => {
      const [left, right] = [Math.min(one, other), Math.max(one, other)];
      const [end, start] = placesOf([
        { text: first, at: left },
        { text: second, at: right },
      ]);
      expect(end - widthOf(first)).toBeGreaterThanOrEqual(-1e-9);
      expect(start + widthOf(second)).toBeLessThanOrEqual(width + 1e-9);
      expect(start - end).toBeGreaterThan(4);
    }),
  );
});

it("puts the labels beside marks that are far from the edges", () => {
  const labels = [
    { text: "break-even", at: 120 },
    { text: "our estimate", at: 130 },
  ];
  expect(placesOf(labels)).toEqual([116, 134]);
});
