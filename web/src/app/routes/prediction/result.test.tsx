import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { anEntry, aStored } from "#/testing/predictions.ts";
import {
  aHistory,
  answerGet,
  answerPost,
  aPrediction,
  holdBack,
  noGuardrails,
  refusal,
  server,
  subscriberHome,
} from "#/testing/server.ts";

beforeEach(() => subscriberHome());

const parlay = { name: "2-LEG PARLAY OPTION" };

async function openMachine() {
  const app = renderApp("/");
  await screen.findByRole("button", { name: "Generate Prediction" });
  const choose = async (...names: string[]) => {
    for (const name of names) await app.user.click(screen.getByRole("radio", { name }));
  };
  const click = (name: string) => app.user.click(screen.getByRole("button", { name }));
  const generate = () => click("Generate Prediction");
  return { ...app, choose, click, generate };
}

async function openWithResult() {
  answerPost("/api/new-prediction", aPrediction());
  const app = await openMachine();
  await app.choose("NBA", "Aggressive");
  await app.generate();
  await screen.findByRole("heading", parlay);
  return app;
}

it("names the one book of a parlay beside its payout", async () => {
  await openWithResult();
  expect(screen.getByText(/to win/).textContent).toMatch(/^\$.+ to win \$.+ at Northgate$/);
  expect(screen.queryByText(/^Moneyline · at /)).toBeNull();
});

it("names the book of each leg of an older parlay that has several", async () => {
  const { bets, ...older } = aPrediction();
  const [first, ...others] = bets;
  const several = { ...older, bets: [{ ...first!, book: "Meridian" }, ...others] };
  answerPost("/api/new-prediction", several);
  const { choose, generate } = await openMachine();
  await choose("NBA", "Aggressive");
  await generate();
  expect(await screen.findByText(/^Moneyline · at Meridian ·/)).toBeTruthy();
  expect(screen.getByText(/^Moneyline · at Northgate ·/)).toBeTruthy();
  expect(screen.getByText(/to win/).textContent).not.toContain(" at ");
});

describe("a failed request for a prediction", () => {
  it("shows the failure with a retry above the last result", async () => {
    const { generate, click } = await openWithResult();
    answerPost("/api/new-prediction", refusal("boom"), { status: 500 });
    await generate();
    expect(await screen.findByRole("heading", { name: "That didn't go through" })).toBeTruthy();
    expect(screen.getByText(/^We couldn't get your prediction/)).toBeTruthy();
    expect(screen.queryByText("Your prediction appears here")).toBeNull();
    expect(screen.getByText("Your last prediction")).toBeTruthy();
    expect(screen.getByRole("heading", parlay)).toBeTruthy();
    const sent = answerPost("/api/new-prediction", aPrediction({ id: "p2" }));
    await click("Try again");
    await waitFor(() => expect(screen.queryByText("That didn't go through")).toBeNull());
    expect(sent).toHaveLength(1);
    expect(screen.queryByText("Your last prediction")).toBeNull();
  });

  it("says after how many seconds a limited user can try again", async () => {
    const { choose, generate } = await openMachine();
    answerPost("/api/new-prediction", refusal("Too many requests."), {
      status: 429,
      headers: { "retry-after": "30" },
    });
    await choose("NBA", "Aggressive");
    await generate();
    expect(await screen.findByText("You're going fast. Try again in 30 s.")).toBeTruthy();
    expect(screen.queryByText("req-7f3a"), "a refusal needs no support").toBeNull();
  });

  it.each([
    [429, "guardrails.day", "You've reached your limit", "Your limit is 5 predictions a day."],
    [403, "guardrails.time_out", "You're on a break", "You are taking a time-out."],
    [403, "guardrails.self_exclusion", "You've excluded yourself", "You have excluded yourself."],
  ])("shows a refusal by a guardrail with a link to it (%i)", async (status, code, title, text) => {
    const { choose, generate } = await openMachine();
    answerPost("/api/new-prediction", refusal(text, code), { status });
    await choose("NBA", "Aggressive");
    await generate();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getByRole("status").textContent).toBe(`${title}. ${text}`);
    const link = screen.getByRole("link", { name: "Your guardrails" });
    expect(link.getAttribute("href")).toBe("/account#guardrails");
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  });

  it("has no ad below it when a limit of the user is reached", async () => {
    const { generate } = await openWithResult();
    const ad = () => screen.queryByRole("link", { name: /FIRST BET IS FREE/ });
    expect(ad()).toBeTruthy();
    const refused = refusal("Your limit is 1 prediction a day.", "guardrails.day");
    answerPost("/api/new-prediction", refused, { status: 429 });
    await generate();
    expect(await screen.findByText("Your last prediction")).toBeTruthy();
    expect(ad()).toBeNull();
  });

  it("shows the break that the user has started elsewhere in place of the last prediction", async () => {
    const { generate } = await openWithResult();
    answerGet("/api/guardrails", { ...noGuardrails, timeOutUntil: "2030-11-28T12:00:00Z" });
    const refused = refusal("You are taking a time-out.", "guardrails.time_out");
    answerPost("/api/new-prediction", refused, { status: 403 });
    await generate();
    expect(await screen.findByText(/^It ends on Nov 28, 2030/)).toBeTruthy();
    expect(screen.queryByRole("heading", parlay)).toBeNull();
  });

  it("is shown when the network is down", async () => {
    const { choose, generate } = await openMachine();
    server.use(http.post("*/api/new-prediction", () => HttpResponse.error()));
    await choose("NBA", "Aggressive");
    await generate();
    expect(await screen.findByRole("heading", { name: "That didn't go through" })).toBeTruthy();
  });
});

it("sends nothing without a network and says so, until there is one", async () => {
  const { choose, generate, click } = await openMachine();
  const sent = answerPost("/api/new-prediction", aPrediction());
  await choose("NBA", "Aggressive");
  const list = answerGet("/api/predictions", aHistory());
  const network = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await generate();
  expect(await screen.findByText("You're offline. Nothing was sent.")).toBeTruthy();
  expect(screen.queryByText(/may have been saved/)).toBeNull();
  expect(sent).toHaveLength(0);
  expect(list.count, "nothing new to show").toBe(0);
  network.mockReturnValue(true);
  await click("Try again");
  expect(await screen.findByRole("heading", parlay)).toBeTruthy();
  expect(sent).toMatchObject([{ requestCount: 1 }]);
});

it("says that a prediction may be saved when the network is lost during its request", async () => {
  const { choose, generate } = await openMachine();
  server.use(
    http.post("*/api/new-prediction", () => {
      vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
      return HttpResponse.error();
    }),
  );
  await choose("NBA", "Aggressive");
  await generate();
  expect(await screen.findByText(/^We couldn't get your prediction/)).toBeTruthy();
});

describe("a result", () => {
  it("pays the stake that is on the machine now", async () => {
    const { click } = await openWithResult();
    expect(screen.getByText("$423.00")).toBeTruthy();
    await click("1000");
    expect(screen.getByText("$1,000.00")).toBeTruthy();
    expect(screen.getByText("$4,230.00")).toBeTruthy();
  });

  it("says which sport and risk it is for once others are chosen", async () => {
    const { choose } = await openWithResult();
    expect(screen.queryByText("For NBA · Aggressive")).toBeNull();
    await choose("UFC");
    expect(screen.getByText("For NBA · Aggressive")).toBeTruthy();
    await choose("NBA");
    expect(screen.queryByText("For NBA · Aggressive")).toBeNull();
  });

  it("is still there after a visit to another page", async () => {
    const { user } = await openWithResult();
    await user.click(screen.getAllByRole("link", { name: "My predictions" })[0] as HTMLElement);
    await screen.findByRole("heading", { name: "My predictions" });
    await user.click(screen.getAllByRole("link", { name: "Predict" })[0] as HTMLElement);
    expect(await screen.findByRole("heading", parlay)).toBeTruthy();
  });

  it("shows how its games ended when the user comes back later", async () => {
    const { user } = await openWithResult();
    const stored = answerGet("/api/predictions/p1", aStored({ id: "p1", outcome: "won" }));
    await user.click(screen.getByRole("link", { name: "How It Works" }));
    await screen.findByRole("heading", { name: "How It Works" });
    vi.setSystemTime(Date.now() + 3_600_000);
    await user.click(screen.getAllByRole("link", { name: "Predict" })[0] as HTMLElement);
    await waitFor(() => expect(stored.count).toBe(1));
    vi.useRealTimers();
  });

  it("comes back with its choices after a reload of the page", async () => {
    const { click } = await openWithResult();
    await click("25");
    // A reload loses what the store and the query cache hold in memory.
    const kept = sessionStorage.getItem("orbline.machine") ?? "";
    await act(async () => {
      usePredictionForm.setState(usePredictionForm.getInitialState());
      sessionStorage.setItem("orbline.machine", kept);
      await usePredictionForm.persist.rehydrate();
    });
    const stored = answerGet("/api/predictions/p1", aStored({ id: "p1" }));
    document.body.replaceChildren();
    renderApp("/");
    expect(await screen.findByRole("heading", parlay)).toBeTruthy();
    expect(stored.count).toBe(1);
    expect(screen.getByRole("radio", { name: "NBA", checked: true })).toBeTruthy();
    expect(screen.getByRole("radio", { name: "Aggressive", checked: true })).toBeTruthy();
    expect(screen.getByText("$25.00")).toBeTruthy();
  });

  it("is not shown when the kept one belongs to another account", async () => {
    usePredictionForm.setState({ shownId: "p9" });
    answerGet("/api/predictions/p9", refusal("Not found."), { status: 404 });
    answerGet("/api/predictions", aHistory({ predictions: [anEntry()] }));
    await openMachine();
    expect(await screen.findByText("Your prediction appears here")).toBeTruthy();
  });

  it("says above itself what the insane parlays of a day cost, when they pile up", async () => {
    const { choose, generate } = await openMachine();
    const insaneToday = { count: 20, expectedLosses: 19.04 };
    answerPost("/api/new-prediction", { ...aPrediction(), insaneToday });
    await choose("NBA", "Aggressive");
    await generate();
    const text = "You've generated 20 Insane parlays today. By our estimates, about 19 of 20 lose.";
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it("has figures beside each other on a phone, each rounded by its own size", async () => {
    answerPost("/api/new-prediction", aPrediction({ confidence: 0.0994, breakEven: 0.103 }));
    const { choose, generate } = await openMachine();
    await choose("NBA", "Aggressive");
    await generate();
    const loses = await screen.findByText("Loses", { selector: "dt" });
    const strip = loses.closest("dl")!;
    const figures = [...strip.querySelectorAll("dd")].map(({ textContent }) => textContent);
    expect(figures).toEqual(["90.06%", "10.3%", "9.94%"]);
  });

  it("of one leg is called a single bet beside its title", async () => {
    const [bet] = aPrediction().bets;
    answerPost("/api/new-prediction", aPrediction({ bets: bet ? [bet] : [] }));
    const { choose, generate } = await openMachine();
    await choose("NBA", "Aggressive");
    await generate();
    expect(await screen.findByRole("heading", { name: "1-LEG PARLAY OPTION" })).toBeTruthy();
    expect(screen.getByText("Single bet")).toBeTruthy();
  });
});

describe("the machine", () => {
  it("scrolls to the skeleton on a phone, and focuses the result when it is there", async () => {
    vi.stubGlobal("matchMedia", (media: string) =>
      Object.assign(new EventTarget(), { media, matches: media.includes("max-width") }),
    );
    const scrolled = vi.fn<() => void>();
    Element.prototype.scrollIntoView = scrolled;
    const request = holdBack("/api/new-prediction", aPrediction());
    const { choose, generate } = await openMachine();
    await choose("NBA", "Aggressive");
    await generate();
    await waitFor(() => expect(scrolled).toHaveBeenCalledOnce());
    request.respond();
    await screen.findByRole("heading", parlay);
    const region = screen.getByRole("region", { name: "Prediction result" });
    expect(document.activeElement).toBe(region);
    expect(scrolled).toHaveBeenCalledTimes(2);
    expect(within(region).getByRole("heading", parlay)).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it("says which choice is missing and goes to it", async () => {
    const { choose, generate } = await openMachine();
    await generate();
    expect(screen.getByText("Choose a sport first.")).toBeTruthy();
    expect(document.activeElement?.getAttribute("name")).toBe("sport");
    await choose("NBA");
    expect(screen.queryByText("Choose a sport first.")).toBeNull();
    await generate();
    expect(screen.getByText("Choose a risk level first.")).toBeTruthy();
    expect(document.activeElement?.getAttribute("name")).toBe("risk");
  });
});
