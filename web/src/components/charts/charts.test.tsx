import { ChakraProvider } from "@chakra-ui/react/styled-system";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { system } from "#/theme/system.ts";
import { BarsChart, ticksAround } from "./charts.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const months = Array.from({ length: 12 }, (_, index) => ({
  name: `2026-${index + 1}`,
  value: index,
  text: `month ${index + 1}`,
}));

function chartOf(width: number) {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  render(
    <ChakraProvider value={system}>
      <BarsChart bars={months} format={String} label="Bars" />
    </ChakraProvider>,
  );
  return screen.getByRole("img", { name: "Bars" });
}

it("draws a chart at the width of its container and leaves out labels that do not fit", () => {
  const chart = chartOf(260);
  expect(chart.getAttribute("viewBox")).toBe("0 0 260 220");
  expect(chart.textContent).toContain("2026-4");
  expect(chart.textContent).not.toContain("2026-2");
});

it("shows more labels in a wide chart than in a narrow one", () =>
  expect(chartOf(1000).textContent).toContain("2026-2"));

it("draws one bar for each value, from zero, and reads out the last one", () => {
  const bars = [...chartOf(600).querySelectorAll("rect")];
  const heights = bars.map((bar) => Number(bar.getAttribute("height")));
  expect(heights).toHaveLength(12);
  expect(heights[0]).toBe(0);
  expect((heights[10] ?? 0) / (heights[5] ?? 0)).toBeCloseTo(2);
  expect(screen.getByRole("slider").getAttribute("aria-valuetext")).toBe("month 12");
});

it("draws a chart 600 pixels wide before it is laid out", () =>
  expect(chartOf(0).getAttribute("viewBox")).toBe("0 0 600 220"));

it.each([
  [[], [0, 1]],
  [
    [0, 3],
    [0, 1, 2, 3],
  ],
  [
    [-268, 95],
    [-300, -200, -100, 0, 100],
  ],
  [[420_000], [0, 1_000_000]],
])("encloses the values %j and zero by round ticks", (values, ticks) =>
  expect(ticksAround(values, String).map(({ at }) => at)).toEqual(ticks),
);
