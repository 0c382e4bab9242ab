import { riskLevels, sports } from "@orbline/proto/constants/predictions";
import { act, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { usePredictionForm } from "#/stores/prediction-form-store.ts";
import { renderApp } from "#/testing/render-app.tsx";
import {
  aHistory,
  answerGet,
  answerPost,
  aPrediction,
  aStatus,
  aUser,
  holdBack,
  refusal,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";

describe("the prediction machine", () => {
  beforeEach(() => subscriberHome());

  const openMachine = async (path = "/") => {
    const app = renderApp(path);
    await screen.findByRole("button", { name: "Generate Prediction" });
    const choose = async (...names: string[]) => {
      for (const name of names) await app.user.click(screen.getByRole("radio", { name }));
    };
    const generate = async () => {
      await app.user.click(await screen.findByRole("button", { name: "Generate Prediction" }));
      await screen.findByRole("button", { name: "Generate Prediction" });
    };
    return { ...app, choose, generate };
  };

  it("does nothing without sport or risk", async () => {
    const sent = answerPost("/api/new-prediction", aPrediction());
    const { choose, generate } = await openMachine();
    await generate();
    await choose("NBA");
    await generate();
    expect(sent).toEqual([]);
    expect(screen.getByText("Pick your sport and risk profile...")).toBeTruthy();
  });

  it("offers all seven sports and three risks", async () => {
    await openMachine();
    expect(screen.getAllByRole("radio").map((radio) => radio.getAttribute("value"))).toEqual([
      ...sports,
      ...riskLevels,
    ]);
  });

  it("counts the requests of a combination and restarts when sport or risk changes", async () => {
    const sent = answerPost("/api/new-prediction", aPrediction());
    const { choose, generate } = await openMachine();
    await choose("NBA", "Aggressive");
    await generate();
    await generate();
    await choose("Insane");
    await generate();
    await choose("NHL");
    await generate();
    await generate();
    await waitFor(() =>
      expect(sent.map(({ requestCount }) => requestCount)).toEqual([1, 2, 1, 1, 2]),
    );
    expect(sent[0]).toMatchObject({ sport: "nba", riskLevel: "aggressive", stake: 100 });
    expect(sent[0]).not.toHaveProperty("randomize");
    expect(sent[2]).toMatchObject({ riskLevel: "insane", forceNew: true });
    expect(typeof sent[2]?.["randomize"]).toBe("number");
    expect(String(sent[0]?.["query"])).toMatch(/^nba moneyline /);
    expect(sent[0]?.["query"]).not.toBe(sent[1]?.["query"]);
  });

  it("shows title, payout, signed odds, shortened names and the honest price", async () => {
    answerPost("/api/new-prediction", aPrediction());
    const { choose, generate } = await openMachine();
    await choose("NBA", "Aggressive");
    await generate();
    expect(await screen.findByRole("heading", { name: "2-LEG PARLAY OPTION" })).toBeTruthy();
    expect(screen.getByText("$100.00")).toBeTruthy();
    expect(screen.getByText("$423.00")).toBeTruthy();
    expect(screen.getAllByText("odds plus 423")).toHaveLength(2);
    expect(screen.getByText("odds minus 150")).toBeTruthy();
    expect(screen.getByText("+110")).toBeTruthy();
    expect(screen.getByText("BOS Celtics")).toBeTruthy();
    expect(screen.getByText("OKC Thunder")).toBeTruthy();
    expect(screen.getByText("Utah Jazz")).toBeTruthy();
    expect(screen.getAllByText("79.8%").length).toBeGreaterThan(0);
    expect(screen.getByText("+5.6%").parentElement?.textContent).toMatch(/^Expected value/);
    expect(
      screen.getByText(/^As of Nov 21, .* NBA .*: 252 of 1,284 won \(19\.6%\)\.$/),
    ).toBeTruthy();
    expect(screen.getByText("Simulated slate")).toBeTruthy();
    const ad = screen.getByRole("link", { name: /FIRST BET IS FREE ON US/ });
    expect(ad.getAttribute("rel")).toBe("sponsored nofollow noopener");
    expect(ad.getAttribute("target")).toBe("_blank");
    expect(screen.getByText("Signup Bonus Up To $1000")).toBeTruthy();
  });

  it("pays a single bet at its own odds", async () => {
    const [bet] = aPrediction().bets;
    answerPost("/api/new-prediction", aPrediction({ bets: bet ? [bet] : [], parlayOdds: 999 }));
    const { choose, generate } = await openMachine();
    await choose("NBA", "Moderate");
    await generate();
    expect(await screen.findByText("$66.67")).toBeTruthy();
    expect(screen.queryByText("odds plus 999")).toBeNull();
    expect(screen.getByText("This bet loses")).toBeTruthy();
  });

  it("shows and hides the analysis, and reset closes everything", async () => {
    answerPost("/api/new-prediction", aPrediction());
    const { user, choose, generate } = await openMachine();
    await choose("NBA", "Aggressive");
    await generate();
    await user.click(await screen.findByRole("button", { name: "Show Statistical Analysis" }));
    expect(screen.getByText("Overall Analysis")).toBeTruthy();
    expect(screen.getByText("Individual Bet Analysis")).toBeTruthy();
    expect(screen.getByRole("heading", { name: /Bet 2: Oklahoma City Thunder/ })).toBeTruthy();
    expect(screen.getByText("20%")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Hide Statistical Analysis" }));
    expect(screen.queryByText("Overall Analysis")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Reset" }));
    expect(screen.queryByRole("heading", { name: "2-LEG PARLAY OPTION" })).toBeNull();
    expect(screen.queryAllByRole("radio", { checked: true })).toEqual([]);
  });

  it("says that the user already has the pick when the server repeats an earlier one", async () => {
    answerPost("/api/new-prediction", { ...aPrediction(), isEarlier: true });
    const { choose, generate } = await openMachine();
    await choose("NBA", "Aggressive");
    await generate();
    expect(await screen.findByText(/^You already have this pick/)).toBeTruthy();
  });

  it("shows PREDICTION UPDATE when the server sends a message instead of a pick", async () => {
    answerPost("/api/new-prediction", {
      bets: [],
      error: "No MLB games with prices in the next 7 days.",
    });
    const { choose, generate } = await openMachine();
    await choose("MLB", "Insane");
    await generate();
    expect(await screen.findByRole("heading", { name: "PREDICTION UPDATE" })).toBeTruthy();
    expect(screen.getByText("No MLB games with prices in the next 7 days.")).toBeTruthy();
  });

  it("shows the server's text beside PREDICTION UPDATE, whichever field it comes in", async () => {
    answerPost("/api/new-prediction", { bets: [], predictionError: "The odds feed is down." });
    const { choose, generate } = await openMachine();
    await choose("MLB", "Insane");
    await generate();
    expect(await screen.findByText("The odds feed is down.")).toBeTruthy();
  });

  it("shows the unclear orb with a retry when the generation fails", async () => {
    const sent = answerPost("/api/new-prediction", {
      bets: [],
      confidence: 0,
      recommendation: "Failed to generate prediction",
    });
    const { user, choose, generate } = await openMachine();
    await choose("UFC", "Insane");
    await generate();
    expect(await screen.findByRole("heading", { name: "THE MAGIC ORB IS UNCLEAR" })).toBeTruthy();
    expect(screen.getByText("The future is clouded...")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "TRY AGAIN" }));
    await waitFor(() => expect(sent).toHaveLength(2));
  });

  it("reloads the list when the response to a request is lost", async () => {
    answerPost("/api/new-prediction", refusal("boom"), { status: 502 });
    const { choose, generate } = await openMachine();
    await choose("NBA", "Insane");
    const list = answerGet("/api/predictions", aHistory());
    await generate();
    expect(await screen.findByText(/^We couldn't get your prediction/)).toBeTruthy();
    await waitFor(() => expect(list.count).toBe(1));
  });

  it("reloads a list that was loading when a prediction was made", async () => {
    const before = holdBack("/api/predictions", aHistory());
    answerPost("/api/new-prediction", aPrediction());
    const { choose, generate } = await openMachine();
    await waitFor(() => expect(before.count).toBe(1));
    const list = answerGet("/api/predictions", aHistory());
    await choose("NBA", "Insane");
    await generate();
    await waitFor(() => expect(list.count).toBe(1));
  });

  it("opens for an active subscription whose tier is absent", async () => {
    answerGet("/api/subscription/status", { status: "active" });
    renderApp("/");
    expect(await screen.findByRole("button", { name: "Generate Prediction" })).toBeTruthy();
  });

  it("closes the gate when the subscription has ended", async () => {
    const { choose, user } = await openMachine();
    answerPost(
      "/api/new-prediction",
      refusal("Premium subscription required", "subscription.required"),
      { status: 403 },
    );
    answerGet("/api/subscription/status", aStatus("canceled"));
    await choose("NBA", "Insane");
    await user.click(screen.getByRole("button", { name: "Generate Prediction" }));
    expect(await screen.findByText("Premium Access Required")).toBeTruthy();
  });

  it("goes to /auth with the query string when the session has ended", async () => {
    answerPost("/api/new-prediction", refusal("Please sign in.", "session.required"), {
      status: 401,
    });
    const { address, choose, user } = await openMachine("/?ref=northside");
    await choose("NBA", "Insane");
    await user.click(screen.getByRole("button", { name: "Generate Prediction" }));
    await waitFor(() => expect(address()).toBe("/auth?ref=northside"));
    expect(await screen.findByText(/^Your session has ended\./)).toBeTruthy();
  });

  it("clamps the stake on blur and sets it from quick amounts", async () => {
    const sent = answerPost("/api/new-prediction", aPrediction());
    const { user, choose, generate } = await openMachine();
    const stake = screen.getByRole<HTMLInputElement>("textbox");
    const enter = async (text: string) => {
      await user.clear(stake);
      await user.type(stake, `${text}{Tab}`);
      return stake.value;
    };
    expect(await enter("0")).toBe("1");
    expect(await enter("20000")).toBe("10000");
    expect(await enter("1,000")).toBe("1000");
    expect(await enter("12,5")).toBe("12.5");
    expect(await enter("12.345")).toBe("12.35");
    await user.click(screen.getByRole("button", { name: "500" }));
    expect(stake.value).toBe("500");
    expect(screen.getByRole("button", { name: "500" }).getAttribute("aria-pressed")).toBe("true");
    await choose("NBA", "Insane");
    await generate();
    await waitFor(() => expect(sent[0]?.["stake"]).toBe(500));
  });

  it("says at the field that a stake is not a number, and sends nothing until it is one", async () => {
    const sent = answerPost("/api/new-prediction", aPrediction());
    const { user, choose, generate } = await openMachine();
    const stake = screen.getByRole<HTMLInputElement>("textbox");
    await user.clear(stake);
    await user.type(stake, "abc{Tab}");
    const said = "Enter the stake as a number, such as 25 or 12.50.";
    expect(await screen.findByText(said)).toBeTruthy();
    expect(stake.value).toBe("abc");
    expect(stake.getAttribute("aria-invalid")).toBe("true");
    await choose("NBA", "Insane");
    await generate();
    await user.clear(stake);
    await user.type(stake, "25{Enter}");
    expect(screen.queryByText(said)).toBeNull();
    await generate();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.["stake"]).toBe(25);
  });

  it("marks a choice by keyboard, because WebKit rings no radio that an arrow key has chosen", async () => {
    const { user } = await openMachine();
    await user.click(screen.getByRole("radio", { name: /^Moderate/ }));
    const group = screen.getByRole("radio", { name: /^Moderate/ }).closest("fieldset");
    if (!group) throw new Error("the risks are no group");
    expect(group.dataset["keyboard"]).toBeUndefined();
    await user.keyboard("{ArrowRight}");
    expect(group.dataset["keyboard"]).toBe("true");
    await user.click(screen.getByRole("radio", { name: /^Insane/ }));
    expect(group.dataset["keyboard"]).toBeUndefined();
  });

  it("shows the NFL notice until another sport or a reset clears its flag", async () => {
    const { user, choose } = await openMachine();
    const raise = async () => {
      act(() => void usePredictionForm.setState({ nflNotice: true }));
      expect(await screen.findByRole("heading", { name: "NFL SEASON APPROACHING" })).toBeTruthy();
    };
    await raise();
    expect(screen.getByText(/Coming Soon for the 2024 Season!/)).toBeTruthy();
    expect(
      screen.getByText(
        /Get ready for AI-powered NFL predictions with our advanced statistical analysis\./,
      ),
    ).toBeTruthy();
    expect(screen.getByText("Available September 2024")).toBeTruthy();
    await choose("MLB");
    expect(screen.queryByText("NFL SEASON APPROACHING")).toBeNull();
    await raise();
    await user.click(screen.getByRole("button", { name: "Reset" }));
    expect(screen.queryByText("NFL SEASON APPROACHING")).toBeNull();
  });

  it("shows the calibration of the slate and the record of the sport and risk beside a pick", async () => {
    answerPost("/api/new-prediction", aPrediction());
    const { choose, generate } = await openMachine();
    await choose("NBA", "Aggressive");
    await generate();
    expect(
      await screen.findByRole("img", {
        name: /Calibration of the 492 predictions of all sports of this slate that won or lost/,
      }),
    ).toBeTruthy();
    expect(screen.getByText("this parlay")).toBeTruthy();
    expect(
      screen.getByText("26.1% of 23 won (we predicted 25.7%) · \u221211.0% return"),
    ).toBeTruthy();
    expect(screen.getByRole("link", { name: "See the full record" }).getAttribute("href")).toBe(
      "/record",
    );
  });

  it("says that a sport and risk have no settled prediction", async () => {
    answerPost(
      "/api/new-prediction",
      aPrediction({ sport: "ufc", band: { from: 0.2, to: 0.25, n: 0, won: 0 } }),
    );
    const { choose, generate } = await openMachine();
    await choose("UFC", "Aggressive");
    await generate();
    expect(
      await screen.findByText("No settled predictions for this sport and risk yet."),
    ).toBeTruthy();
    expect(screen.getByText(/^As of .* UFC .* 20\.0% to 25\.0%: none settled/)).toBeTruthy();
  });

  it("shows each price and the bounds of a risk once, in the notation of the account", async () => {
    signedIn(aUser({ preferences: { oddsFormat: "decimal", timeZone: null } }));
    answerPost("/api/new-prediction", aPrediction());
    const { choose, generate } = await openMachine();
    await choose("NBA", "Aggressive");
    expect(screen.getByText("3.01 to 6.00")).toBeTruthy();
    await generate();
    const price = await screen.findByText("Price");
    expect(price.parentElement?.textContent).toBe("Price5.23odds 5.23");
  });

  it("names the last day of the model's games, and a count in place of a share of few", async () => {
    const band = { from: 0.2, to: 0.25, n: 3, won: 1 };
    const modelVersion = "nba-2025-06-22-2c11bfde";
    answerPost("/api/new-prediction", aPrediction({ band, modelVersion }));
    const { choose, generate } = await openMachine();
    await choose("NBA", "Aggressive");
    await generate();
    expect(await screen.findByText(/^As of .* NBA .*: 1 of 3 won\.$/)).toBeTruthy();
    expect(screen.getByText("Model data to Jun 22, 2025").title).toBe(modelVersion);
  });

  it("links the count of games to the games", async () => {
    const { choose } = await openMachine();
    await choose("NBA");
    const link = await screen.findByRole("link", { name: "0 games" });
    expect(link.getAttribute("href")).toBe("/slate?sport=nba");
  });

  it("lists the last four predictions, without a sum that leaves out older ones", async () => {
    const entry = (id: string, outcome: "won" | "lost", profit: number) => ({
      id,
      createdAt: "2026-11-20T10:00:00Z",
      sport: "nba" as const,
      riskLevel: "moderate" as const,
      stake: 100,
      parlayOdds: 105,
      confidence: 0.5,
      slate: aPrediction().slate,
      legs: [
        {
          betOn: "Boston Celtics",
          opponent: "Utah Jazz",
          betType: "Moneyline",
          odds: 105,
          startsAt: "2026-11-20T19:00:00Z",
          marketOnly: false,
          outcome,
        },
      ],
      outcome,
      returned: profit + 100,
      profit,
      settledAt: "2026-11-20T23:00:00Z",
    });
    answerGet(
      "/api/predictions",
      aHistory({ predictions: [entry("a", "won", 105), entry("b", "lost", -100)] }),
    );
    await openMachine();
    expect(await screen.findByText("Won")).toBeTruthy();
    const recent = within(screen.getByText("Recent predictions").closest("section")!);
    expect(recent.getByText("Profit if bet")).toBeTruthy();
    expect(recent.getByText("+$105.00")).toBeTruthy();
    expect(recent.getByText("\u2212$100.00")).toBeTruthy();
    expect(screen.queryByText("+$5.00")).toBeNull();
  });

  it("names odds and first leg of each recent prediction below its name", async () => {
    const { slate, bets } = aPrediction();
    const leg = { ...bets[0]!, startsAt: "2026-11-20T19:00:00Z", outcome: "open" as const };
    const entry = (id: string, parlayOdds: number, betOn: string) => ({
      ...aPrediction(),
      id,
      slate,
      parlayOdds,
      legs: [{ ...leg, betOn, opponent: "Utah Jazz", betType: "Spread -4.5" }, leg],
      outcome: "open" as const,
      returned: 0,
      profit: 0,
      settledAt: null,
    });
    const predictions = [entry("a", 450, "Boston Celtics"), entry("b", 612, "Miami Heat")];
    answerGet("/api/predictions", aHistory({ predictions }));
    await openMachine();
    const links = await screen.findAllByRole("link", { name: "NBA 2-leg parlay" });
    const rows = links.map((link) => link.closest("li")?.textContent);
    expect(rows).toEqual([
      expect.stringContaining("+450odds plus 450 BOS Celtics \u22124.5 vs Utah Jazz"),
      expect.stringContaining("+612odds plus 612 Miami Heat \u22124.5 vs Utah Jazz"),
    ]);
  });
});

describe("the switch between suggesting and checking", () => {
  it("checks a bet of the user on the home, at an address of its own", async () => {
    subscriberHome();
    const { user, address } = renderApp("/");
    await user.click(await screen.findByRole("tab", { name: "Check a price" }));
    expect(await screen.findByRole("tabpanel", { name: "Check a price" })).toBeTruthy();
    expect(address()).toBe("/?mode=check");
    await user.click(screen.getByRole("tab", { name: "Suggest a bet" }));
    expect(await screen.findByRole("button", { name: /Generate/ })).toBeTruthy();
    expect(address()).toBe("/");
  });
});
