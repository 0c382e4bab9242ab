import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aPerformance } from "#/testing/performance.ts";
import { aStored } from "#/testing/predictions.ts";
import { aReceipt, aTreeHead, testPublicKey } from "#/testing/receipts.ts";
import { dayAndTime } from "#/lib/format.ts";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, answerPost, aUser, refusal, signedIn } from "#/testing/server.ts";

const slug = "aaaaaaaaaaaaaaaaaaaaaa";
const path = `/api/receipts/${slug}`;

describe("a shared pick", () => {
  beforeEach(() => signedIn(null));

  it("shows the pick with its outcome and is verified by the browser", async () => {
    answerGet(path, await aReceipt());
    renderApp(`/p/${slug}`);
    expect(await screen.findByText("Verified by your browser")).toBeTruthy();
    expect(screen.getByText("Boston Celtics")).toBeTruthy();
    expect(screen.getAllByText("Won")).toHaveLength(2);
    expect(screen.getByText(/made before its games, and nobody has changed it since/)).toBeTruthy();
    const name = "Boston Celtics (Moneyline)";
    expect(screen.getByRole("heading", { level: 1, name })).toBeTruthy();
    expect(document.title).toBe(`${name} · Orbline`);
    expect(
      screen.getByText("The pick is in our public log, unchanged, as number 1 of 1"),
    ).toBeTruthy();
    expect(screen.getByText("We signed that log, and our signature on it is valid")).toBeTruthy();
    const breakEven = screen.getByText("Break-even").nextSibling?.textContent;
    expect(breakEven, "of odds of +105").toBe("48.8%");
  });

  it("says once that it is open while none of its games has ended", async () => {
    const open = { outcome: "open", legOutcomes: ["open", "open"], settledAt: null } as const;
    answerGet(
      path,
      await aReceipt({ ...open, legOutcomes: [...open.legOutcomes] }, { legCount: 2 }),
    );
    renderApp(`/p/${slug}`);
    expect(await screen.findAllByText("Open")).toHaveLength(1);
  });

  it("says how often it loses, as a figure and as bars", async () => {
    answerGet(path, await aReceipt({}, { probability: 0.249 }));
    renderApp(`/p/${slug}`);
    const loses = await screen.findByText("Loses");
    expect(loses.nextSibling?.textContent).toBe("75.1%");
    expect(screen.getByRole("img", { name: "Of a hundred, 25 win and 75 lose." })).toBeTruthy();
  });

  it("is named by its sport and number of legs when it is a parlay", async () => {
    answerGet(path, await aReceipt({}, { legCount: 3 }));
    renderApp(`/p/${slug}`);
    expect(await screen.findByRole("heading", { level: 1, name: "NBA 3-leg parlay" })).toBeTruthy();
  });

  it("leads a visitor to the trial and to a price check", async () => {
    answerGet(path, await aReceipt());
    renderApp(`/p/${slug}`);
    expect(await screen.findByRole("heading", { name: trial })).toBeTruthy();
    expect(screen.getByText(/\$0 for 2 days, then \$19\.99 a month/)).toBeTruthy();
    const main = within(screen.getByRole("main"));
    const paths = ["Start free trial", "Check a price without an account"].map((name) =>
      main.getByRole("link", { name }).getAttribute("href"),
    );
    expect(paths).toEqual(["/subscription?plan=trial", "/check"]);
  });

  it("offers no trial to a signed-in user", async () => {
    signedIn(aUser());
    answerGet(path, await aReceipt());
    renderApp(`/p/${slug}`);
    expect(await screen.findByText("Verified by your browser")).toBeTruthy();
    expect(screen.queryByText(trial)).toBeNull();
  });
  const trial = "See the price behind any bet";

  it("is not verified when the pick was changed after it was logged", async () => {
    const receipt = await aReceipt();
    if (receipt.leaf) receipt.leaf.text = receipt.leaf.text.replace('"odds":105', '"odds":305');
    answerGet(path, receipt);
    renderApp(`/p/${slug}`);
    expect(await screen.findByText("Not verified")).toBeTruthy();
    expect(screen.getByText("This pick is not in the log")).toBeTruthy();
    expect(screen.queryByText("Verified by your browser")).toBeNull();
    expect(screen.queryByText(/nobody has changed it since/)).toBeNull();
  });

  it("is not verified when the head has another signature", async () => {
    const receipt = await aReceipt();
    if (receipt.proof) receipt.proof.head.size = 2;
    answerGet(path, receipt);
    renderApp(`/p/${slug}`);
    expect(await screen.findByText("The signature of the log is not valid")).toBeTruthy();
  });

  it.each([
    ["live", /^This pick is in the log, but was logged too late/],
    ["simulated", /^This pick is demo data: the past of the simulated season is filled in/],
  ] as const)(
    "is not verified when the head was signed after the first %s game had started, and says why",
    async (kind, reason) => {
      const slate = { kind, label: "A slate" };
      answerGet(path, await aReceipt({}, { timestamp: "2026-11-20T19:00:00.000Z", slate }));
      renderApp(`/p/${slug}`);
      expect(
        await screen.findByText("We signed it only after the first game had started"),
      ).toBeTruthy();
      expect(screen.getByText("Not verified")).toBeTruthy();
      expect(screen.getByText(reason)).toBeTruthy();
    },
  );

  it("is not called changed by a browser that cannot check signatures", async () => {
    const refuse = () => Promise.reject(new DOMException("no Ed25519", "NotSupportedError"));
    const importing = vi.spyOn(crypto.subtle, "importKey").mockImplementation(refuse);
    answerGet(path, await aReceipt());
    renderApp(`/p/${slug}`);
    expect(await screen.findByText(/^Your browser cannot check all of the proof/)).toBeTruthy();
    expect(screen.queryByText(/may have been changed/)).toBeNull();
    importing.mockRestore();
  });

  it("waits for its proof for as long as no head covers it", async () => {
    answerGet(path, await aReceipt({ proof: null, outcome: "open", legOutcomes: ["open"] }));
    renderApp(`/p/${slug}`);
    expect(await screen.findByText(/We are adding this pick to the record log/)).toBeTruthy();
    expect(screen.getByText("Boston Celtics")).toBeTruthy();
  });

  it("says that there is no pick at an unknown address", async () => {
    answerGet(path, refusal("There is no shared pick at this address."), { status: 404 });
    renderApp(`/p/${slug}`);
    expect(await screen.findByText("There's no pick at this address")).toBeTruthy();
  });
});

describe("the record log", () => {
  it("shows the verified signature of the newest head, and compares it with an earlier one", async () => {
    signedIn(null);
    const receipt = await aReceipt();
    const hash = receipt.leaf?.hash ?? "";
    const heads = [
      await aTreeHead(hash),
      await aTreeHead(hash, { number: 1, timestamp: "2026-11-20T11:00:00.000Z" }),
    ];
    const keys = [{ id: heads[0]?.keyId ?? "", publicKey: testPublicKey }];
    answerGet("/api/record/heads", { keys, heads });
    answerGet("/api/record/consistency", { proof: [] });
    const { user } = renderApp("/record/proof");
    expect(await screen.findByText("Our signature is valid")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Check" }));
    const when = dayAndTime(heads[0]?.timestamp ?? "");
    expect(
      await screen.findByText(
        `Nothing was changed: the later log begins with the same pick as the log of ${when}.`,
      ),
    ).toBeTruthy();
    answerGet("/api/record/consistency", { proof: [hash] });
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(
      await screen.findByText(
        `The log was changed: the later log does not begin with the picks of the log of ${when}.`,
      ),
    ).toBeTruthy();
    await user.clear(await screen.findByLabelText("Earlier head"));
    await user.type(screen.getByLabelText("Earlier head"), "7");
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(await screen.findByText(/Enter the numbers of two heads/)).toBeTruthy();
  });

  it("compares with the oldest listed head that has a pick, because an empty log proves nothing", async () => {
    signedIn(null);
    const { leaf } = await aReceipt();
    const hash = leaf?.hash ?? "";
    const heads = await Promise.all([7, 8, 9].map((number) => aTreeHead(hash, { number })));
    if (heads[0]) heads[0].size = 0;
    answerGet("/api/record/heads", {
      keys: [{ id: heads[0]?.keyId ?? "", publicKey: testPublicKey }],
      heads,
    });
    renderApp("/record/proof");
    expect((await screen.findByLabelText<HTMLInputElement>("Earlier head")).value).toBe("8");
    expect(screen.getByLabelText<HTMLInputElement>("Later head").value).toBe("9");
  });

  it("says first in plain words what is proved, and folds the technical details", async () => {
    signedIn(null);
    const { leaf } = await aReceipt();
    const head = await aTreeHead(leaf?.hash ?? "");
    answerGet("/api/record/heads", {
      keys: [{ id: head.keyId, publicKey: testPublicKey }],
      heads: [head],
    });
    renderApp("/record/proof");
    const key = await screen.findByText(testPublicKey);
    expect(key.closest("details")?.open).toBe(false);
    const command = screen.getByText(/^npm run record:verify -- http/);
    expect(command.closest("details")?.open).toBe(false);
    const main = screen.getByRole("main").cloneNode(true) as HTMLElement;
    for (const folded of main.querySelectorAll("details")) folded.remove();
    expect(main.textContent).toContain("we sign the whole log");
    expect(main.textContent?.split("Technical details")[0]).not.toMatch(/hash|head|leaf|Merkle/i);
  });
});

describe("a prediction of one's own", () => {
  it("is shared by a button, which gives its public address", async () => {
    signedIn(aUser());
    answerGet("/api/predictions/:id", aStored());
    answerGet("/api/model-performance", aPerformance());
    const shared = answerPost("/api/predictions/:id/share", { slug });
    const { user } = renderApp("/predictions/prd_1");
    await user.click(await screen.findByRole("button", { name: "Share pick" }));
    const link = await screen.findByRole("link", { name: `/p/${slug}` });
    expect(link.getAttribute("href")).toBe(`/p/${slug}`);
    expect(shared).toHaveLength(1);
  });
});
