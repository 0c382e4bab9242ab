import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aPerformance } from "#/testing/performance.ts";
import { aStored } from "#/testing/predictions.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, aPrediction, signedIn, aUser } from "#/testing/server.ts";

const openStored = (fields: Parameters<typeof aStored>[0] = {}) => {
  signedIn(aUser());
  answerGet("/api/model-performance", aPerformance());
  answerGet("/api/predictions/prd_1", aStored({ id: "prd_1", ...fields }));
  return renderApp("/predictions/prd_1");
};

const single = () => {
  const [bet] = aStored().bets;
  return bet ? [bet] : [];
};

it("gives a verdict on the price and the sentences before the analysis", async () => {
  openStored();
  const why = within(await screen.findByRole("region", { name: "Why this pick" }));
  expect(why.getByText("Fair price")).toBeTruthy();
  expect(why.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(
    aPrediction().summary,
  );
});

it.each([
  ["Good price", 0.17],
  ["Fair price", 0.1912],
  ["Overpriced", 0.23],
])(
  "says %s once when break-even is at %d, and the likely range in the honest price",
  async (word, breakEven) => {
    openStored({ breakEven });
    expect(await screen.findAllByText(word, { exact: false })).toHaveLength(1);
    const range = await screen.findByText("Likely range");
    expect(range.nextSibling?.textContent).toBe("17.6% to 22.8%");
  },
);

it("rounds each figure of the honest price by its own size", async () => {
  openStored({ confidence: 0.0712, breakEven: 0.105, range: { from: 0.033, to: 0.109 } });
  const range = await screen.findByText("Likely range");
  const figures = [...range.closest("dl")!.querySelectorAll("dd")].slice(1, 4);
  expect(figures.map(({ textContent }) => textContent)).toEqual([
    "10.5%",
    "7.12%",
    "3.30% to 10.9%",
  ]);
});

it("calls no price fair when our estimate is below break-even, and says that the bet is expected to lose", async () => {
  openStored({ confidence: 0.18 });
  expect(await screen.findByText("Likely overpriced")).toBeTruthy();
  expect(
    screen.getByText(
      "We expect this bet to lose money, but break-even is still inside our likely range.",
    ),
  ).toBeTruthy();
  expect(screen.getByText(/^Sportsbooks keep a margin, so most bets/)).toBeTruthy();
});

it.each([
  [0.0466067, 1989],
  [0.19315, 420],
  [0.26488, 274],
  [0.8876, 110],
])(
  "shows the expected value of an estimate of %d at %d that its figures give",
  async (confidence, parlayOdds) => {
    const edge = confidence * (1 + parlayOdds / 100) - 1;
    const bets = aStored().bets.map((bet) => ({
      ...bet,
      odds: parlayOdds,
      probability: confidence,
      edge,
    }));
    openStored({ confidence, parlayOdds, edge, bets });
    const heading = await screen.findByRole("heading", { name: "Honest price" });
    const price = heading.closest("section") as HTMLElement;
    const figure = (list: HTMLElement, name: string) =>
      within(list).getByText(name).nextElementSibling?.textContent ?? "";
    const estimate = Number(figure(price, "Our estimate").replace("%", ""));
    const value = Number(((estimate * (1 + parlayOdds / 100)) / 100 - 1).toFixed(6));
    const signed = (text: string) => (value > 0 ? `+${text}` : `\u2212${text}`);
    const share = signed(`${Math.abs(value * 100).toFixed(1)}%`);
    const dollars = signed(`$${Math.abs(value * 100).toFixed(2)}`);
    expect(figure(price, "Expected value")).toBe(`${dollars} per $100${share}`);
    const leg = screen.getByText(/^Bet 1:/).closest("li") as HTMLElement;
    expect(leg.textContent).toContain(`wins ${estimate}%`);
  },
);

it("draws what speaks for and against a single bet, with its numbers as a table", async () => {
  const { user } = openStored({ bets: single() });
  const diagram = await screen.findByRole("img", { name: /^In rating points: / });
  expect(diagram.getAttribute("aria-label")).toBe(
    "In rating points: Ratings +100, Home advantage −30, Together +70. Chances: Model alone 60.0%, Market 59.0%, Our estimate 61.2%.",
  );
  const together = screen.getByText("Together").parentElement;
  expect(together?.textContent, "the sum of the bars").toBe("Together+70");
  await user.click(screen.getAllByText("View as table")[0] as HTMLElement);
  const table = within(
    screen.getByRole("table", { name: "What speaks for and against Boston Celtics" }),
  );
  const estimate = within(table.getByRole("row", { name: /^Our estimate/ }));
  expect(estimate.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
    "+79",
    "61.2%",
  ]);
});

it("has a diagram for each leg of a parlay behind its pick and opponent", async () => {
  const { user } = openStored();
  await user.click(await screen.findByText(/^Why BOS Celtics vs /));
  expect(screen.getAllByRole("img", { name: /^In rating points: / })).toHaveLength(2);
});

it("keeps the full text behind All details", async () => {
  const { user } = openStored();
  const details = (await screen.findByText("All details")).closest("details");
  expect(details?.open).toBe(false);
  await user.click(screen.getByText("All details"));
  expect(details?.open).toBe(true);
  expect(within(details as HTMLElement).getByText("Overall Analysis")).toBeTruthy();
});

it("begins the analysis with the legs, because the verdict above it is about the whole bet", async () => {
  openStored();
  const legs = await screen.findByText("Individual Bet Analysis");
  const whole = screen.getByText("Overall Analysis");
  expect(legs.compareDocumentPosition(whole)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it("puts short lines of the analysis before a disclosure with the rest", async () => {
  openStored();
  await screen.findByText("All details");
  expect(
    screen.getByText("Both legs win 20.2% of the time.").closest("details details"),
  ).toBeNull();
  const sources = screen.getByText("We use the market's probability.").closest("details");
  expect(sources?.open).toBe(false);
  expect(sources?.querySelector("summary")?.textContent).toBe("How we got this");
  const reasons = screen.getByText("Boston Celtics won 4 of the last 5 rated games.");
  expect(reasons.closest("details")?.querySelector("summary")?.textContent).toBe("More reasons");
});

it("keeps the analysis of an older prediction, which is one paragraph, as it was", async () => {
  const reasoning = "You need 19.1%. But ratings put Boston Celtics above.";
  openStored({ reasoning });
  expect((await screen.findByText(reasoning)).closest("details details")).toBeNull();
  expect(screen.queryByText("How we got this")).toBeNull();
});

it("shows an old prediction, which has no sentences and no forces", async () => {
  const [bet] = single();
  const old = { ...bet, forces: undefined };
  openStored({ summary: undefined, bets: [old] } as never);
  const why = within(await screen.findByRole("region", { name: "Why this pick" }));
  expect(why.getByText("Likely overpriced")).toBeTruthy();
  expect(why.queryByRole("listitem")).toBeNull();
  expect(screen.queryByRole("img", { name: /^In rating points/ })).toBeNull();
});
