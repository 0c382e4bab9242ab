import { screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it } from "vitest";
import { fill, renderApp } from "#/testing/render-app.tsx";
import { anAdmin, answerGet, answerPost, refusal, server, signedIn } from "#/testing/server.ts";

const users = {
  table: "users",
  columns: ["id"],
  rows: [{ id: "u1" }],
  total: 1,
  nextCursor: null,
};
const needed = refusal("Please confirm that it's you.", "proof_required");

beforeEach(() => {
  signedIn(anAdmin());
  answerGet("/api/admin/table/users", needed, { status: 403 });
});

const proofDialog = async () =>
  within(await screen.findByRole("dialog", { name: "Confirm it's you" }));

it("asks for the password, then for the code, and repeats the call that needed them", async () => {
  answerPost("/api/proof", refusal("The code, please.", "second_factor_required"), { status: 400 });
  const { user } = renderApp("/admin?tab=database");
  const dialog = await proofDialog();
  await fill("Password", "Secret123");
  await user.click(dialog.getByRole("button", { name: "Confirm" }));
  await dialog.findByLabelText("Code from your app");
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/proof", async ({ request }) => {
      sent.push(await request.json());
      answerGet("/api/admin/table/users", users);
      return new HttpResponse(null, { status: 204 });
    }),
  );
  await fill("Code from your app", "123456");
  await user.click(dialog.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("1 row")).toBeTruthy();
  expect(sent).toEqual([{ password: "Secret123", code: "123456" }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("does not ask again when the gateway learns of the proof a moment after it", async () => {
  let proofs = 0;
  let refusalsLeft = 2;
  server.use(
    http.post("*/api/proof", () => {
      proofs += 1;
      server.use(
        http.get("*/api/admin/table/users", () => {
          refusalsLeft -= 1;
          return refusalsLeft < 0
            ? HttpResponse.json(users)
            : HttpResponse.json(needed, { status: 403 });
        }),
      );
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderApp("/admin?tab=database");
  const dialog = await proofDialog();
  await fill("Password", "Secret123");
  await user.click(dialog.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("1 row")).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(proofs).toBe(1);
});

it("puts the focus into the password field", async () => {
  renderApp("/admin?tab=database");
  const field = (await proofDialog()).getByLabelText("Password");
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it("shows the refusal when the dialog is canceled, and asks again on the next try", async () => {
  const { user } = renderApp("/admin?tab=database");
  await user.click((await proofDialog()).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(await screen.findByRole("button", { name: "Try Again" }));
  await proofDialog();
});

it("shows a wrong password in the dialog and keeps it open", async () => {
  const wrong = {
    ...refusal("The current password is not correct.", "password.incorrect"),
    issues: [{ path: "password", message: "The current password is not correct." }],
  };
  answerPost("/api/proof", wrong, { status: 400 });
  const { user } = renderApp("/admin?tab=database");
  const dialog = await proofDialog();
  await fill("Password", "Secret124");
  await user.click(dialog.getByRole("button", { name: "Confirm" }));
  await waitFor(() =>
    expect(screen.getByLabelText("Password").getAttribute("aria-invalid")).toBe("true"),
  );
});
