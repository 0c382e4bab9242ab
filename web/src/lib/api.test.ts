import { waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { answerGet, answerPost, holdBack, refusal, server } from "#/testing/server.ts";
import { call, callPage, errorText, isApiError, requestIdOf, signOut } from "./api.ts";

const readSessions = () => call("identity", "GET /api/sessions", {});
const revokeOthers = () => call("identity", "POST /api/sessions/revoke-others", { body: {} });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("the call succeeded"),
    (error: unknown) => error,
  );

describe("a refused call", () => {
  it("throws status, colon, body, and keeps the server's message and request id", async () => {
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

  it("survives a body that is no JSON", async () => {
    server.use(http.get("*/api/sessions", () => new HttpResponse("<html>", { status: 500 })));
    const error = await failure(readSessions());
    expect(isApiError(error) && error.message).toBe("500: <html>");
    expect(requestIdOf(error)).toBeUndefined();
  });
});

it("fills in the path, sends the query fields that have a value, and parses the response", async () => {
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

it("an answer that breaks the contract is an error, not data", async () => {
  answerGet("/api/sessions", { sessions: "none" });
  expect(await failure(readSessions())).toMatchObject({ name: "ZodError" });
});

it("a page tells the whole count and the next cursor from its headers", async () => {
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

it("what is sent after a sign-out waits for its answer, which takes the cookie of any session away", async () => {
  const leaving = holdBack("/api/logout", {});
  const received = answerPost("/api/sessions/revoke-others", { revoked: 1 });
  const left = signOut();
  const sent = revokeOthers();
  await waitFor(() => expect(leaving.count).toBe(1));
  expect(received).toEqual([]);
  leaving.speak();
  await left;
  expect(await sent).toEqual({ revoked: 1 });
});

it("a sign-out that is never answered holds back for a while only", async () => {
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
  const leaving = holdBack("/api/logout", {});
  const received = answerPost("/api/sessions/revoke-others", { revoked: 1 });
  const left = signOut();
  const sent = revokeOthers();
  expect(timeout).toHaveBeenCalledWith(10_000);
  await waitFor(() => expect(leaving.count).toBe(1));
  expect(received).toEqual([]);
  patience.abort();
  await expect(left).rejects.toThrow("aborted");
  expect(await sent).toEqual({ revoked: 1 });
});

it("a sign-out that fails holds nothing back", async () => {
  answerPost("/api/logout", refusal("down"), { status: 503 });
  await expect(signOut()).rejects.toThrow("503");
  answerPost("/api/sessions/revoke-others", { revoked: 1 });
  expect(await revokeOthers()).toEqual({ revoked: 1 });
});
