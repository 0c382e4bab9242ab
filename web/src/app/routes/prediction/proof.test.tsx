import { screen, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aPerformance } from "#/testing/performance.ts";
import { aStored } from "#/testing/predictions.ts";
import { aReceipt, aTreeHead, testPublicKey } from "#/testing/receipts.ts";
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
    expect(screen.getByText("Entry 1 of a log of 1 picks")).toBeTruthy();
    expect(screen.getByText("The log was signed with our key")).toBeTruthy();
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
      expect(await screen.findByText("Signed after the first game had started")).toBeTruthy();
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
  it("shows the newest head with its verified signature, and compares two heads", async () => {
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
    expect(await screen.findByText("Valid, verified by your browser")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(await screen.findByText("Head 1 continues head 0. Nothing was changed.")).toBeTruthy();
    answerGet("/api/record/consistency", { proof: [hash] });
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(await screen.findByText("Head 1 does not continue head 0.")).toBeTruthy();
    await user.clear(screen.getByLabelText("Earlier head"));
    await user.type(screen.getByLabelText("Earlier head"), "7");
    await user.click(screen.getByRole("button", { name: "Check" }));
    expect(await screen.findByText(/Enter the numbers of two heads/)).toBeTruthy();
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
