import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aPerformance } from "#/testing/performance.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, refusal, signedIn } from "#/testing/server.ts";

beforeEach(() => signedIn(null));

async function open(performance = aPerformance()) {
  answerGet("/api/model-performance", performance);
  const app = renderApp("/record");
  await screen.findByRole("heading", { name: "Back-test on real past games" });
  return app;
}

const rowOf = (name: string) =>
  within(screen.getByRole("rowheader", { name }).closest("tr") ?? document.body);

describe("the public record", () => {
  it("shows the settled predictions, the share won, the share predicted and the return", async () => {
    await open();
    expect(screen.getByText("Settled predictions")).toBeTruthy();
    expect(screen.getAllByText("492").length).toBeGreaterThan(0);
    expect(screen.getByText("we predicted 28.5%")).toBeTruthy();
    expect(screen.getAllByText("\u221211.0%").length).toBeGreaterThan(0);
  });

  it("counts picks that returned the stake apart from those that won or lost", async () => {
    const performance = aPerformance();
    const [record] = performance.records;
    if (record) record.total = { ...record.total, pushed: 2, voided: 1 };
    await open(performance);
    expect(screen.getByText("none removed; 3 more returned the stake")).toBeTruthy();
  });

  it("says first what we said and what won of the most frequent chance", async () => {
    await open();
    expect(
      screen.getByText("Of 121 predictions at 20–30%, we said 25.5% would win. 24.0% did."),
    ).toBeTruthy();
  });

  it("shows the return by risk with its interval, and favorites beside single bets only", async () => {
    await open();
    const moderate = rowOf("Moderate");
    expect(moderate.getByText("+2.1%")).toBeTruthy();
    expect(moderate.getByText("\u22128.0 to +12.2%")).toBeTruthy();
    expect(moderate.getByText("+3.2% (1,250 games)")).toBeTruthy();
    expect(rowOf("Aggressive").queryByText(/games/)).toBeNull();
    expect(rowOf("All").getByText("\u221220.4 to \u22121.5%")).toBeTruthy();
  });

  it("explains each figure in a sentence", async () => {
    await open();
    expect(screen.getByText(/Lower is sharper; always saying 50% scores 0.6931/)).toBeTruthy();
  });

  it("labels a simulated slate and explains its limits", async () => {
    await open();
    expect(screen.getByText("Simulated slate")).toBeTruthy();
    expect(screen.getByText(/This shows how the product works, not what you'd earn/)).toBeTruthy();
  });

  it("shows a live slate apart from the simulated one", async () => {
    const [simulated] = aPerformance().records;
    if (simulated === undefined) throw new Error("no record");
    const live = { ...simulated, slate: { kind: "live", label: "Live slate" } as const };
    await open(aPerformance({ records: [simulated, live] }));
    expect(screen.getByText("Simulated slate")).toBeTruthy();
    expect(screen.getByText(/Real games at the best odds/)).toBeTruthy();
    expect(screen.getAllByText("Settled predictions")).toHaveLength(2);
  });

  it("is compared with the market", async () => {
    await open();
    const market = rowOf("The market, without its margin");
    expect(market.getByText("0.5097")).toBeTruthy();
    expect(rowOf("Our predictions").getByText("0.1714")).toBeTruthy();
  });

  it("describes each plot in one sentence and repeats its numbers in a table", async () => {
    await open();
    expect(
      screen.getByRole("img", { name: /Calibration of 492 settled predictions/ }),
    ).toBeTruthy();
    expect(screen.getByRole("img", { name: /^The last week: / })).toBeTruthy();
    const [twin] = screen.getAllByRole("table", { name: /Calibration by band/ });
    const cells = within(twin ?? document.body).getAllByRole("row");
    expect(cells.map((row) => row.textContent)).toContain("20–30%12125.5%24.0%17.2–32.3%");
  });

  it("shows the back-test apart with a plot of the chosen sport", async () => {
    const { user } = await open();
    expect(screen.getByRole("img", { name: /Calibration of the NBA model/ })).toBeTruthy();
    const folded = screen.getByText("All 2 sports, with their scores").closest("details");
    expect(folded?.textContent).toContain("2018–2024");
    await user.selectOptions(screen.getByRole("combobox", { name: "Sport of the plot" }), "UFC");
    expect(screen.getByRole("img", { name: /Calibration of the UFC model/ })).toBeTruthy();
  });

  it("shows the back-test when nothing is settled yet", async () => {
    await open(aPerformance({ records: [] }));
    expect(screen.getByRole("heading", { name: "Nothing is settled yet" })).toBeTruthy();
  });

  it("offers a retry when the record fails to load", async () => {
    answerGet("/api/model-performance", refusal("down"), { status: 503 });
    const { user } = renderApp("/record");
    expect(await screen.findByRole("heading", { name: "The record did not load" })).toBeTruthy();
    expect(screen.getByText("req-7f3a")).toBeTruthy();
    answerGet("/api/model-performance", aPerformance());
    await user.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Settled predictions")).toBeTruthy();
  });
});
