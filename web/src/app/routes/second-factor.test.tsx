import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fill, renderApp } from "#/testing/render-app.tsx";
import {
  anAdmin,
  answerGet,
  answerPost,
  aStatus,
  aUser,
  refusal,
  signedIn,
} from "#/testing/server.ts";

const enrollment = {
  secret: "JBSWY3DPEHPK3PXP",
  uri: "otpauth://totp/Orbline:maria_k?secret=JBSWY3DPEHPK3PXP&issuer=Orbline",
  enrollment: "sealed",
};
const recoveryCodes = ["k3m9x-pa7td", "abcde-fghjk"];

const codeNeeded = (status: number) =>
  answerPost(
    status === 401 ? "/api/login" : "/api/claim",
    refusal("Please enter the code.", "second_factor_required"),
    { status: 401 },
  );

const wrongCode = {
  ...refusal("This code is not correct.", "second_factor_incorrect"),
  issues: [{ path: "code", message: "This code is not correct." }],
};

describe("a login with two-step sign-in", () => {
  beforeEach(() => {
    signedIn(null);
    answerGet("/api/subscription/status", aStatus("none"));
  });

  const enterPassword = async () => {
    const app = renderApp("/auth");
    codeNeeded(401);
    await fill("Username", "maria_k");
    await fill("Password", "Secret123");
    const press = () => app.user.click(screen.getByRole("button", { name: "Sign In" }));
    await press();
    const field = await screen.findByLabelText("Code from your app");
    return { ...app, field, press };
  };

  it("asks for the code once the password was right, without calling it a failure", async () => {
    const { field } = await enterPassword();
    expect(document.activeElement).toBe(field);
    expect(field.getAttribute("aria-invalid")).toBeNull();
    expect(screen.queryByText("Login failed")).toBeNull();
  });

  it("sends the code with the same name and password, and opens /", async () => {
    const { press, address } = await enterPassword();
    const sent = answerPost("/api/login", aUser());
    await press();
    expect(await screen.findByText(/Please enter the code from your app/)).toBeTruthy();
    expect(sent).toEqual([]);
    await fill("Code from your app", "123 456");
    await press();
    await waitFor(() => expect(address()).toBe("/"));
    expect(sent).toEqual([{ username: "maria_k", password: "Secret123", code: "123456" }]);
  });

  it("shows a refused code at its field", async () => {
    const { press, field } = await enterPassword();
    answerPost("/api/login", wrongCode, { status: 401 });
    await fill("Code from your app", "123456");
    await press();
    expect(await screen.findByText("Login failed")).toBeTruthy();
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });
});

it("asks for the code when a claimed purchase belongs to an account with two-step sign-in", async () => {
  signedIn(null);
  answerGet("/api/subscription/status", aStatus("none"));
  codeNeeded(0);
  const { user } = renderApp("/claim?token=t1");
  await fill("New password", "Secret123");
  await fill("Confirm password", "Secret123");
  await user.click(screen.getByRole("button", { name: "Save password" }));
  await screen.findByLabelText("Code from your app");
  const sent = answerPost("/api/claim", aUser());
  await fill("Code from your app", "K3M9X-PA7TD");
  await user.click(screen.getByRole("button", { name: "Save password" }));
  await waitFor(() =>
    expect(sent).toEqual([{ token: "t1", password: "Secret123", code: "k3m9x-pa7td" }]),
  );
});

it("leads an admin without two-step sign-in through it before the admin area opens", async () => {
  signedIn(anAdmin());
  answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
  answerPost("/api/second-factor/enroll", enrollment);
  answerPost("/api/second-factor", { recoveryCodes });
  const { user } = renderApp("/admin?tab=audit");
  expect(
    await screen.findByRole("heading", { level: 1, name: "Turn on two-step sign-in" }),
  ).toBeTruthy();
  expect(screen.queryByRole("tab", { name: "Audit" })).toBeNull();
  await user.click(await screen.findByRole("button", { name: "Turn on two-step sign-in" }));
  await fill("Current password", "Secret123");
  await user.click(screen.getByRole("button", { name: "Next" }));
  await fill("Code from your app", "123456");
  const scan = await screen.findByRole("dialog", { name: "Add Orbline to your app" });
  await user.click(within(scan).getByRole("button", { name: "Turn on two-step sign-in" }));
  const saved = await screen.findByRole("button", { name: "I've saved them" });
  signedIn(anAdmin());
  answerGet("/api/admin/audit", { entries: [], nextCursor: null });
  await user.click(saved);
  expect(await screen.findByRole("tab", { name: "Audit" })).toBeTruthy();
});

describe("the panel of two-step sign-in", () => {
  beforeEach(() => {
    signedIn(aUser());
    answerGet("/api/subscription/status", aStatus("none"));
    answerGet("/api/invoices", { invoices: [] });
    answerGet("/api/sessions", { sessions: [] });
    answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
  });

  const dialogOf = (name: string) => screen.findByRole("dialog", { name });

  it("turns it on with the password and a code of the app, and shows the recovery codes once", async () => {
    const passwords = answerPost("/api/second-factor/enroll", enrollment);
    const confirmed = answerPost("/api/second-factor", { recoveryCodes });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Turn on two-step sign-in" }));
    await fill("Current password", "Secret123");
    await user.click(screen.getByRole("button", { name: "Next" }));
    const scan = await dialogOf("Add Orbline to your app");
    expect(passwords).toEqual([{ password: "Secret123" }]);
    expect(
      within(scan).getByRole("img", { name: "QR code for your authenticator app" }),
    ).toBeTruthy();
    expect(within(scan).getByText("JBSW Y3DP EHPK 3PXP")).toBeTruthy();
    await fill("Code from your app", "123456");
    await user.click(within(scan).getByRole("button", { name: "Turn on two-step sign-in" }));
    const codes = await screen.findByRole("list", { name: "Recovery codes" });
    expect(confirmed).toEqual([{ enrollment: "sealed", code: "123456" }]);
    expect(
      within(codes)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes);
    const secondFactor = { enabledAt: "2026-11-21T10:00:00Z", recoveryCodesLeft: 10 };
    answerGet("/api/second-factor", { secondFactor, passkeys: [] });
    await user.click(screen.getByRole("button", { name: "I've saved them" }));
    expect(await screen.findByText(/You have 10 recovery codes left/)).toBeTruthy();
  });

  it("turns it off with the password and a code", async () => {
    const secondFactor = { enabledAt: "2026-11-21T10:00:00Z", recoveryCodesLeft: 1 };
    answerGet("/api/second-factor", { secondFactor, passkeys: [] });
    const sent = answerPost("/api/second-factor/remove", null);
    const { user } = renderApp("/account");
    expect(await screen.findByText(/You have 1 recovery code left/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Turn off two-step sign-in" }));
    const dialog = await screen.findByRole("alertdialog");
    await fill("Current password", "Secret123");
    await fill("Code from your app", "654321");
    answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
    await user.click(within(dialog).getByRole("button", { name: "Turn off two-step sign-in" }));
    expect(await screen.findByRole("button", { name: "Turn on two-step sign-in" })).toBeTruthy();
    expect(sent).toEqual([{ password: "Secret123", code: "654321" }]);
  });

  it("asks for a password first when the account has none", async () => {
    signedIn(aUser({ hasPassword: false }));
    renderApp("/account");
    expect(await screen.findByText("Set a password first.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Turn on two-step sign-in" })).toBeNull();
  });

  it("renews the recovery codes after a confirmation and shows the new ones", async () => {
    const secondFactor = { enabledAt: "2026-11-21T10:00:00Z", recoveryCodesLeft: 1 };
    answerGet("/api/second-factor", { secondFactor, passkeys: [] });
    const sent = answerPost("/api/second-factor/recovery-codes", { recoveryCodes });
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "New recovery codes" }));
    expect(sent).toEqual([]);
    await user.click(await screen.findByRole("button", { name: "Make new codes" }));
    await dialogOf("Your new recovery codes");
    for (const code of recoveryCodes) expect(screen.getByText(code)).toBeTruthy();
  });
});

describe("passkeys", () => {
  const encode = (bytes: string) => new TextEncoder().encode(bytes).buffer;
  const browserKeys = (credential: object | Error) => {
    vi.stubGlobal("PublicKeyCredential", () => undefined);
    const answer = () =>
      credential instanceof Error ? Promise.reject(credential) : Promise.resolve(credential);
    vi.spyOn(navigator, "credentials", "get").mockReturnValue({ get: answer } as never);
  };
  const assertion = {
    id: "key1",
    rawId: encode("key1"),
    type: "public-key",
    response: {
      clientDataJSON: encode("data"),
      authenticatorData: encode("more"),
      signature: encode("sign"),
      userHandle: encode("u1"),
    },
    getClientExtensionResults: () => ({}),
  };
  const challenge = {
    challenge: "Y2hhbGxlbmdl",
    rpId: "localhost",
    timeout: 300_000,
    userVerification: "required",
  };
  const passkey = {
    id: "key1",
    name: "My phone",
    createdAt: "2026-11-01T10:00:00Z",
    lastUsedAt: null,
  };
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it("sign in without a password, and open /", async () => {
    signedIn(null);
    answerGet("/api/subscription/status", aStatus("none"));
    browserKeys(assertion);
    answerPost("/api/passkeys/challenge", challenge);
    const sent = answerPost("/api/passkeys/sign-in", aUser());
    const { user, address } = renderApp("/auth");
    await user.click(await screen.findByRole("button", { name: "Sign in with a passkey" }));
    await waitFor(() => expect(address()).toBe("/"));
    expect(sent).toMatchObject([{ credential: { id: "key1", response: { userHandle: "dTE" } } }]);
  });

  it("are not called a failure when the browser's window is closed", async () => {
    signedIn(null);
    browserKeys(new DOMException("closed", "NotAllowedError"));
    const requests = answerPost("/api/passkeys/challenge", challenge);
    const { user } = renderApp("/auth");
    await user.click(await screen.findByRole("button", { name: "Sign in with a passkey" }));
    await waitFor(() => expect(requests).toHaveLength(1));
    await screen.findByRole("button", { name: "Sign in with a passkey" });
    expect(screen.queryByText("Login failed")).toBeNull();
  });

  it("are not offered by a browser that has none", async () => {
    signedIn(null);
    renderApp("/auth");
    await screen.findByRole("button", { name: "Sign In" });
    expect(screen.queryByRole("button", { name: "Sign in with a passkey" })).toBeNull();
  });

  it("are listed on the account page and removed after a confirmation", async () => {
    signedIn(aUser());
    answerGet("/api/subscription/status", aStatus("none"));
    answerGet("/api/invoices", { invoices: [] });
    answerGet("/api/sessions", { sessions: [] });
    answerGet("/api/second-factor", { secondFactor: null, passkeys: [passkey] });
    const sent = answerPost("/api/passkeys/remove", null);
    const { user } = renderApp("/account");
    expect(
      await screen.findByText("Passkeys don't work in this browser or at this address."),
    ).toBeTruthy();
    await user.click(await screen.findByRole("button", { name: "Remove My phone" }));
    const dialog = within(await screen.findByRole("alertdialog"));
    answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
    await user.click(dialog.getByRole("button", { name: "Remove" }));
    await waitFor(() => expect(screen.queryByText("My phone")).toBeNull());
    expect(sent).toEqual([{ id: "key1" }]);
  });

  it("are renamed on the account page", async () => {
    signedIn(aUser());
    answerGet("/api/subscription/status", aStatus("none"));
    answerGet("/api/invoices", { invoices: [] });
    answerGet("/api/sessions", { sessions: [] });
    answerGet("/api/second-factor", { secondFactor: null, passkeys: [passkey] });
    const renamed = { ...passkey, name: "Old phone" };
    const sent = answerPost("/api/passkeys/rename", renamed);
    const { user } = renderApp("/account");
    await user.click(await screen.findByRole("button", { name: "Rename My phone" }));
    const dialog = within(await screen.findByRole("dialog"));
    const field = dialog.getByLabelText("Name");
    expect(field).toHaveProperty("value", "My phone");
    await user.clear(field);
    await user.click(dialog.getByRole("button", { name: "Save name" }));
    await dialog.findByText("Please enter a name of at most 64 characters.");
    await user.type(field, "Old phone");
    answerGet("/api/second-factor", { secondFactor: null, passkeys: [renamed] });
    await user.click(dialog.getByRole("button", { name: "Save name" }));
    expect(await screen.findByRole("button", { name: "Rename Old phone" })).toBeTruthy();
    expect(sent).toEqual([{ id: "key1", name: "Old phone" }]);
  });

  it("confirm an admin's action in place of the password", async () => {
    signedIn(anAdmin());
    answerGet("/api/second-factor", { secondFactor: null, passkeys: [passkey] });
    browserKeys(assertion);
    answerPost("/api/passkeys/challenge", challenge);
    const sent = answerPost("/api/proof/passkey", null);
    answerGet("/api/admin/table/users", refusal("Confirm.", "proof_required"), { status: 403 });
    const { user } = renderApp("/admin?tab=database");
    await user.click(await screen.findByRole("button", { name: "Use a passkey instead" }));
    await waitFor(() => expect(sent).toHaveLength(1));
  });
});
