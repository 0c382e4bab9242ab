import { ChakraProvider } from "@chakra-ui/react/styled-system";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { system } from "#/theme/system.ts";
import { BarsChart } from "./bars-chart.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const months = Array.from({ length: 12 }, (_, index) => ({ name: `M${index + 1}`, value: index }));

const chartOf = (width: number) => {
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
  render(
    <ChakraProvider value={system}>
      <BarsChart bars={months} format={String} label="Bars" />
    </ChakraProvider>,
  );
  return screen.getByRole("img", { name: "Bars" });
};

it("a chart is drawn at the width it has, and leaves out names where they would crowd", () => {
  const chart = chartOf(260);
  expect(chart.getAttribute("viewBox")).toBe("0 0 260 220");
  expect(chart.textContent).toContain("M7");
  expect(chart.textContent).not.toContain("M2");
});

it("a wide chart names more of its bars", () => expect(chartOf(1000).textContent).toContain("M3"));

it("before anything is laid out it has a width of its own", () =>
  expect(chartOf(0).getAttribute("viewBox")).toBe("0 0 600 220"));
