import { screen, waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { expect, it } from "vitest";
import { renderApp } from "#/testing/render-app.tsx";
import { answerGet, aUser, refusal, server, signedIn, subscriberHome } from "#/testing/server.ts";

it("saves the choice of emails, and says that they need a verified address", async () => {
  subscriberHome(aUser({ emailVerified: false }));
  answerGet("/api/invoices", { invoices: [] });
  answerGet("/api/sessions", { sessions: [] });
  answerGet("/api/second-factor", { secondFactor: null, passkeys: [] });
  const sent: unknown[] = [];
  server.use(
    http.patch("*/api/notification-settings", async ({ request }) => {
      const body = (await request.json()) as { emails: string };
      sent.push(body);
      return HttpResponse.json(body);
    }),
  );
  const { user } = renderApp("/account");
  const choice = await screen.findByRole("combobox", { name: "Emails" });
  expect((choice as HTMLSelectElement).value).toBe("off");
  expect(screen.queryByText(/only email verified addresses/)).toBeNull();
  await user.selectOptions(choice, "Weekly recap");
  await waitFor(() => expect((choice as HTMLSelectElement).value).toBe("weekly"));
  expect(sent).toEqual([{ emails: "weekly" }]);
  expect(screen.getByText(/only email verified addresses/)).toBeTruthy();
});

it("unsubscribes a visitor by the button behind the link of an email, not by opening it", async () => {
  signedIn(null);
  const tokens: (string | null)[] = [];
  server.use(
    http.post("*/api/unsubscribe", ({ request }) => {
      tokens.push(new URL(request.url).searchParams.get("token"));
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = renderApp("/unsubscribe?token=usr_1.ab");
  const button = await screen.findByRole("button", { name: "Unsubscribe" });
  expect(tokens).toEqual([]);
  await user.click(button);
  expect(await screen.findByRole("heading", { name: "You're unsubscribed" })).toBeTruthy();
  expect(tokens).toEqual(["usr_1.ab"]);
});

it("shows why an old link does not unsubscribe", async () => {
  signedIn(null);
  const message = "This link does not work. You can turn emails off in your account.";
  server.use(
    http.post("*/api/unsubscribe", () => HttpResponse.json(refusal(message), { status: 404 })),
  );
  const { user } = renderApp("/unsubscribe?token=no");
  await user.click(await screen.findByRole("button", { name: "Unsubscribe" }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to my account" })).toBeTruthy();
});
