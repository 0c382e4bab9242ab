import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { anEntry } from "#/testing/predictions.ts";
import { renderApp } from "#/testing/render-app.tsx";
import {
  aHistory,
  answerGet,
  aPrediction,
  holdBack,
  server,
  signedIn,
  subscriberHome,
} from "#/testing/server.ts";

const game = {
  id: "g1",
  home: "Los Angeles Lakers",
  away: "Utah Jazz",
  startsAt: "2099-11-22T19:30:00Z",
  books: 5,
  marketOnly: false,
  consensus: null,
  moneyline: null,
  spread: null,
};

beforeEach(() => {
  subscriberHome();
  answerGet("/api/predictions", aHistory({ predictions: [anEntry()] }));
  const { slate } = aPrediction();
  server.use(
    http.get("*/api/slate", ({ request }) => {
      const sport = new URL(request.url).searchParams.get("sport");
      return HttpResponse.json({
        sport,
        slate,
        ageSeconds: 0,
        games: sport === "nba" ? [game] : [],
      });
    }),
  );
});

const openByKey = async (key: string) => {
  const app = renderApp("/record");
  await screen.findByRole("button", { name: "Search" });
  await app.user.keyboard(key);
  const field = await screen.findByRole("combobox", { name: /^Search pages/ });
  await waitFor(() => expect(document.activeElement).toBe(field));
  return { ...app, field };
};

const option = () =>
  within(screen.getByRole("listbox", { name: "Results" })).getByRole("option", { selected: true });
const selected = () => option().textContent;

it.each(["{Meta>}k{/Meta}", "{Control>}k{/Control}"])(
  "opens by %s and goes to a page by keyboard alone",
  async (key) => {
    const { user, address, field } = await openByKey(key);
    expect(screen.getByRole("listbox", { name: "Results" })).toBeTruthy();
    await user.keyboard("price");
    expect(selected()).toBe("Price check");
    expect(field.getAttribute("aria-activedescendant")).toBe(option().id);
    await user.keyboard("{Enter}");
    await waitFor(() => expect(address()).toBe("/check"));
    expect(screen.queryByRole("dialog")).toBeNull();
  },
);

it("opens by the shortcut from the moment that its button appears", async () => {
  renderApp("/record");
  await new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => {
      if (!screen.queryByRole("button", { name: "Search" })) return;
      observer.disconnect();
      fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
      resolve();
    });
    observer.observe(document.body, { subtree: true, childList: true });
  });
  expect(await screen.findByRole("combobox", { name: /^Search pages/ })).toBeTruthy();
});

it("finds games, sports and own predictions, and wraps around with the arrow keys", async () => {
  holdBack("/api/estimates");
  const { user, address } = await openByKey("{Control>}k{/Control}");
  await user.keyboard("jazz lakers");
  const games = within(await screen.findByRole("group", { name: "Games" }));
  expect(games.getAllByRole("option")[0]?.textContent).toContain("Los Angeles Lakers vs Utah Jazz");
  const field = screen.getByRole("combobox", { name: /^Search pages/ });
  await user.clear(field);
  await user.keyboard("celtics");
  expect(screen.getByRole("group", { name: "My last predictions" })).toBeTruthy();
  await user.clear(field);
  const first = selected();
  await user.keyboard("{ArrowUp}");
  expect(selected()).not.toBe(first);
  await user.keyboard("{ArrowDown}");
  expect(selected()).toBe(first);
  await user.keyboard("nba games{Enter}");
  await waitFor(() => expect(address()).toBe("/slate?sport=nba"));
});

it("says when nothing matches, and closes by Escape", async () => {
  const { user, address } = await openByKey("{Control>}k{/Control}");
  await user.keyboard("xyzzy");
  expect(screen.getByText("Nothing matches")).toBeTruthy();
  await user.keyboard("{Enter}");
  expect(address()).toBe("/record");
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("shows a visitor the public pages, and prices of games, without reading predictions", async () => {
  signedIn(null);
  let readsPredictions = false;
  server.use(
    http.get("*/api/predictions", () => {
      readsPredictions = true;
      return HttpResponse.json(aHistory());
    }),
  );
  const { user, address } = await openByKey("{Control>}k{/Control}");
  const pages = within(screen.getByRole("group", { name: "Pages" })).getAllByRole("option");
  expect(pages.map(({ textContent }) => textContent)).toEqual([
    "How It Works",
    "Price check",
    "Record",
    "Pricing",
    "Start free trial",
    "Login",
    "Responsible gaming",
  ]);
  expect(screen.queryByRole("group", { name: "Games by sport" })).toBeNull();
  await user.keyboard("jazz lakers");
  await within(await screen.findByRole("group", { name: "Games" })).findByRole("option");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(address()).toBe("/check?game=g1"));
  expect(readsPredictions).toBe(false);
});
