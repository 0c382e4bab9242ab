import { waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { answerGet, answerPost, aUser, holdBack, refusal, server } from "#/testing/server.ts";
import { call, callPage, errorText, isApiError, requestIdOf, signOut } from "./api.ts";

const readSessions = () => call("identity", "GET /api/sessions", {});
const revokeOthers = () => call("identity", "POST /api/sessions/revoke-others", { body: {} });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("the call succeeded"),
    (error: unknown) => error,
  );

describe("a refused call", () => {
  it("throws `status: body` and keeps the server's message and request id", async () => {
    const body = refusal("Too many requests.");
    answerGet("/api/sessions", body, { status: 429 });
    const error = await failure(readSessions());
    expect(isApiError(error) && error.message).toBe(`429: ${JSON.stringify(body)}`);
    expect(errorText(error, "fallback")).toBe("Too many requests.");
    expect(requestIdOf(error)).toBe("req-7f3a");
  });

  it("throws the status text when the body is empty", async () => {
    server.use(
      http.get(
        "*/api/sessions",
        () => new HttpResponse("", { status: 502, statusText: "Bad Gateway" }),
      ),
    );
    const error = await failure(readSessions());
    expect(isApiError(error) && error.message).toBe("502: Bad Gateway");
    expect(errorText(error, "fallback")).toBe("fallback");
  });

  it("throws a readable error for a body that is not JSON", async () => {
    server.use(http.get("*/api/sessions", () => new HttpResponse("<html>", { status: 500 })));
    const error = await failure(readSessions());
    expect(isApiError(error) && error.message).toBe("500: <html>");
    expect(requestIdOf(error)).toBeUndefined();
  });
});

it.each(["message", "error", "detail"])(
  "shows the server's text from the field %s",
  async (field) => {
    answerGet("/api/sessions", { [field]: "The provider is down." }, { status: 502 });
    expect(errorText(await failure(readSessions()), "fallback")).toBe("The provider is down.");
  },
);

it("sends cookies, and declares a body as JSON", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  answerGet("/api/sessions", { sessions: [] });
  answerPost("/api/sessions/revoke-others", { revoked: 1 });
  await readSessions();
  await revokeOthers();
  const requests = fetched.mock.calls.map(([, init]) => init);
  expect(requests.map((init) => init?.credentials)).toEqual(["include", "include"]);
  const types = requests.map((init) => new Headers(init?.headers).get("content-type"));
  expect(types).toEqual([null, "application/json"]);
});

it("fills in the path, sends query fields with a value and parses the response", async () => {
  const urls: string[] = [];
  server.use(
    http.get("*/api/admin/table/users", ({ request }) => {
      urls.push(request.url);
      return HttpResponse.json({
        table: "users",
        columns: [],
        rows: [],
        total: 0,
        nextCursor: null,
      });
    }),
    http.get("*/api/admin/user/:id/subscription", ({ request }) => {
      urls.push(request.url);
      return HttpResponse.json({}, { status: 404 });
    }),
  );
  const query = { limit: 5, cursor: "" };
  const table = await call("admin", "GET /api/admin/table/users", { query });
  expect(table.rows).toEqual([]);
  const params = { id: "a/b" };
  await failure(call("admin", "GET /api/admin/user/{id}/subscription", { params }));
  expect(urls.map((url) => url.slice(url.indexOf("/api")))).toEqual([
    "/api/admin/table/users?limit=5",
    "/api/admin/user/a%2Fb/subscription",
  ]);
});

it("writes one line per call to the console, without passwords, tokens and card data", async () => {
  const debug = vi.spyOn(console, "debug");
  answerPost("/api/login", aUser());
  answerPost("/api/claim", aUser());
  const token = "t".repeat(43);
  await call("identity", "POST /api/login", { body: { username: "zq", password: "Secret123" } });
  const card = { token, password: "Secret123", cardNumber: "4242424242424242" };
  await call("identity", "POST /api/claim", { body: card });
  answerGet("/api/sessions", { sessions: [] });
  await readSessions();
  expect(debug.mock.calls).toEqual([
    ["POST", "/api/login", '{"username":"zq","password":"***"}'],
    ["POST", "/api/claim", '{"token":"***","password":"***","cardNumber":"***"}'],
    ["GET", "/api/sessions", ""],
  ]);
});

it("throws when a response violates the contract", async () => {
  answerGet("/api/sessions", { sessions: "none" });
  expect(await failure(readSessions())).toMatchObject({ name: "ZodError" });
});

it("reads the total and the next cursor of a page from the headers", async () => {
  server.use(
    http.get("*/api/admin/users/subscriptions", () =>
      HttpResponse.json([], { headers: { "x-total-count": "12", "x-next-cursor": "abc" } }),
    ),
  );
  expect(await callPage("admin", "GET /api/admin/users/subscriptions", { query: {} })).toEqual({
    items: [],
    total: 12,
    nextCursor: "abc",
  });
});

it("sends requests after a sign-out only once its response has cleared the cookie", async () => {
  const leaving = holdBack("/api/logout", {});
  const received = answerPost("/api/sessions/revoke-others", { revoked: 1 });
  const left = signOut();
  const sent = revokeOthers();
  await waitFor(() => expect(leaving.count).toBe(1));
  expect(received).toEqual([]);
  leaving.respond();
  await left;
  expect(await sent).toEqual({ revoked: 1 });
});

it("stops waiting for a sign-out without a response after ten seconds", async () => {
  const timeLimit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeLimit.signal);
  const leaving = holdBack("/api/logout", {});
  const received = answerPost("/api/sessions/revoke-others", { revoked: 1 });
  const left = signOut();
  const sent = revokeOthers();
  expect(timeout).toHaveBeenCalledWith(10_000);
  await waitFor(() => expect(leaving.count).toBe(1));
  expect(received).toEqual([]);
  timeLimit.abort();
  await expect(left).rejects.toThrow("aborted");
  expect(await sent).toEqual({ revoked: 1 });
});

it("does not hold back requests after a failed sign-out", async () => {
  answerPost("/api/logout", refusal("down"), { status: 503 });
  await expect(signOut()).rejects.toThrow("503");
  answerPost("/api/sessions/revoke-others", { revoked: 1 });
  expect(await revokeOthers()).toEqual({ revoked: 1 });
});
