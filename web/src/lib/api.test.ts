import { waitFor } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { answerGet, answerPost, holdBack, refusal, server } from "#/testing/server.ts";
import { errorText, get, getPage, isApiError, post, signOut, requestIdOf } from "./api.ts";

const schema = z.object({ n: z.number() });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("the call succeeded"),
    (error: unknown) => error,
  );

describe("a refused call", () => {
  it("throws status, colon, body, and keeps the server's message and request id", async () => {
    const body = refusal("Too many requests.");
    answerGet("/api/x", body, { status: 429 });
    const error = await failure(get("/api/x", schema));
    expect(isApiError(error) && error.message).toBe(`429: ${JSON.stringify(body)}`);
    expect(errorText(error, "fallback")).toBe("Too many requests.");
    expect(requestIdOf(error)).toBe("req-7f3a");
  });

  it("throws the status text when the body is empty", async () => {
    server.use(
      http.get("*/api/x", () => new HttpResponse("", { status: 502, statusText: "Bad Gateway" })),
    );
    const error = await failure(get("/api/x", schema));
    expect(isApiError(error) && error.message).toBe("502: Bad Gateway");
    expect(errorText(error, "fallback")).toBe("fallback");
  });

  it("survives a body that is no JSON", async () => {
    server.use(http.get("*/api/x", () => new HttpResponse("<html>", { status: 500 })));
    const error = await failure(get("/api/x", schema));
    expect(isApiError(error) && error.message).toBe("500: <html>");
    expect(requestIdOf(error)).toBeUndefined();
  });
});

it("an answer that breaks the contract is an error, not data", async () => {
  answerGet("/api/x", { n: "one" });
  expect(await failure(get("/api/x", schema))).toBeInstanceOf(z.ZodError);
});

it("a page tells the whole count and the next cursor from its headers", async () => {
  server.use(
    http.get("*/api/x", () =>
      HttpResponse.json({ n: 1 }, { headers: { "x-total-count": "12", "x-next-cursor": "abc" } }),
    ),
  );
  expect(await getPage("/api/x", schema)).toEqual({
    items: { n: 1 },
    total: 12,
    nextCursor: "abc",
  });
});

it("what is sent after a sign-out waits for its answer, which takes the cookie of any session away", async () => {
  const leaving = holdBack("/api/logout", {});
  const received = answerPost("/api/x", { n: 1 });
  const left = signOut("/api/logout");
  const sent = post("/api/x", schema);
  await waitFor(() => expect(leaving.count).toBe(1));
  expect(received).toEqual([]);
  leaving.speak();
  await left;
  expect(await sent).toEqual({ n: 1 });
});

it("a sign-out that is never answered holds back for a while only", async () => {
  const patience = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(patience.signal);
  const leaving = holdBack("/api/logout", {});
  const received = answerPost("/api/x", { n: 1 });
  const left = signOut("/api/logout");
  const sent = post("/api/x", schema);
  expect(timeout).toHaveBeenCalledWith(10_000);
  await waitFor(() => expect(leaving.count).toBe(1));
  expect(received).toEqual([]);
  patience.abort();
  await expect(left).rejects.toThrow("aborted");
  expect(await sent).toEqual({ n: 1 });
});

it("a sign-out that fails holds nothing back", async () => {
  answerPost("/api/logout", refusal("down"), { status: 503 });
  await expect(signOut("/api/logout")).rejects.toThrow("503");
  answerPost("/api/x", { n: 1 });
  expect(await post("/api/x", schema)).toEqual({ n: 1 });
});
