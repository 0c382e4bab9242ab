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

/** The figure under its name. The explanation of the same name comes after it. */
const figureOf = (name: string) =>
  screen.getAllByText(name, { selector: "dt" })[0]?.nextSibling?.textContent;

const rowOf = (name: string) =>
  within(screen.getByRole("rowheader", { name }).closest("tr") ?? document.body);

describe("the public record", () => {
  it("says first how many won of those that we said would win, and what one unit on each returned", async () => {
    const performance = aPerformance();
    const [record] = performance.records;
    if (record) record.total = { ...record.total, pushed: 8 };
    await open(performance);
    expect(
      screen.getByText("We said 28.5% of these predictions would win. 28.9% did."),
    ).toBeTruthy();
    expect(screen.getByText(/A parlay counts once its last game is over\./)).toBeTruthy();
    expect(figureOf("Settled predictions")).toBe("500");
    // 500 bets with a return of −10.972%.
    expect(figureOf("One unit on each")).toBe("\u221254.9");
    expect(figureOf("Average miss")).toBe("1.5");
    expect(screen.getByText("percentage points, averaged over bands of chance")).toBeTruthy();
  });

  it("counts picks that returned the stake apart from those that won or lost", async () => {
    const performance = aPerformance();
    const [record] = performance.records;
    if (record) record.total = { ...record.total, pushed: 2, voided: 1 };
    await open(performance);
    expect(screen.getByText("none removed; 3 returned the stake")).toBeTruthy();
  });

  it("compares nothing while every prediction returned the stake", async () => {
    const performance = aPerformance();
    const [record] = performance.records;
    const none = { n: 0, won: 0, expected: 0, pushed: 2, return: 0, bands: [] };
    if (record) record.total = { ...record.total, ...none };
    await open(performance);
    expect(screen.queryByText(/of these predictions would win/)).toBeNull();
    expect(figureOf("One unit on each")).toBe("0.0");
  });

  it.each([
    [-0.2043, "is hardly luck alone: the true one is likely between \u221220.4% and \u22121.5%."],
    [-0.2043, "could be luck alone: the true one is likely between \u221220.4% and +4.0%.", 0.04],
  ])("says in words whether luck explains the return", async (low, words, high = -0.0152) => {
    const performance = aPerformance();
    const [record] = performance.records;
    if (record) record.returnInterval = { low, high, clusters: 42 };
    await open(performance);
    expect(screen.getByText(`The return of \u221211.0% ${words}`)).toBeTruthy();
  });

  it("folds the scores for experts with their explanations, and leads to the proof", async () => {
    await open();
    const folded = screen.getByText("Compared with the market", { selector: "summary" });
    expect(folded.closest("details")?.open).toBe(false);
    expect(folded.closest("section")?.querySelector("h2")?.textContent).toBe("For statisticians");
    expect(screen.getByRole("link", { name: "See the proof" }).getAttribute("href")).toBe(
      "/record/proof",
    );
  });

  it("shows the return by risk with its interval, and in a sentence what favorites of single bets returned", async () => {
    await open();
    const moderate = rowOf("Moderate");
    expect(moderate.getByText("+2.1%")).toBeTruthy();
    expect(moderate.getByText("\u22128.0 to +12.2%")).toBeTruthy();
    const favorites = "Betting the favorite of each Moderate game instead: +3.2% over 1,250 games.";
    expect(screen.getByText(favorites)).toBeTruthy();
    expect(screen.queryByText(/each Aggressive game/)).toBeNull();
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
      screen.getByRole("img", { name: /Calibration of 492 predictions that won or lost/ }),
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
