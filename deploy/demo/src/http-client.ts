import { setTimeout as delay } from "node:timers/promises";
import { codeOf, msToNextCode } from "./authenticator.ts";

/** A response of the API with its whole body. */
export type ApiResponse<Body = unknown> = {
  status: number;
  headers: Headers;
  body: Body;
  text: string;
};

type Options = { body?: unknown; headers?: Record<string, string> };

/** An HTTP client with its own cookies. */
export function createClient(url: string) {
  const cookies = new Map<string, string>();

  /** Sends a string unchanged and any other body as JSON. @throws without a connection */
  async function call<Body = unknown>(
    method: string,
    path: string,
    { body, headers }: Options = {},
  ): Promise<ApiResponse<Body>> {
    const cookie = cookieHeader();
    const sent = typeof body === "string" ? body : JSON.stringify(body);
    const response = await fetch(`${url}${path}`, {
      method,
      redirect: "manual",
      headers: {
        ...(cookie && { cookie }),
        ...(sent !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
      signal: AbortSignal.timeout(40_000),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const split = pair.indexOf("=");
      cookies.set(pair.slice(0, split), pair.slice(split + 1));
    }
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) as Body, text };
  }

  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  return {
    call,
    get: <Body = unknown>(path: string) => call<Body>("GET", path),
    post: <Body = unknown>(path: string, body: unknown = {}) => call<Body>("POST", path, { body }),
    cookies,
    cookieHeader,
  };
}

export type Client = ReturnType<typeof createClient>;

/** The body of a response. @throws when its status is not 2xx */
export function expectOk<Body>({ status, body, text }: ApiResponse<Body>, what: string): Body {
  if (status >= 200 && status < 300) return body;
  throw new Error(`${what} responded ${status}: ${text.slice(0, 500)}`);
}

type Credentials = { username: string; password: string; totpSecret?: string };

/**
 * Logs in and returns a client with the session. With two-step sign-in each code is accepted once: it tries the codes that
 * are valid now, then waits for the next one. @throws when the login is refused
 */
export async function signIn(
  url: string,
  { username, password, totpSecret }: Credentials,
): Promise<Client> {
  const client = createClient(url);
  const post = (code?: string) => client.post("/api/login", { username, password, code });
  const logIn = async (code?: string) => {
    const response = await post(code);
    // A used code counts as a wrong one, and several of those delay the next login.
    if (totpSecret === undefined || response.status !== 429) return response;
    await delay(Number(response.headers.get("retry-after")) * 1_000);
    return post(code);
  };
  let response = await logIn(totpSecret && codeOf(totpSecret, -1));
  if (totpSecret !== undefined) {
    if (wasUsed(response)) response = await logIn(codeOf(totpSecret));
    if (wasUsed(response)) response = await logIn(codeOf(totpSecret, 1));
    if (wasUsed(response)) {
      await delay(msToNextCode() + 500);
      response = await logIn(codeOf(totpSecret, 1));
    }
  }
  expectOk(response, "login");
  return client;
}

function wasUsed({ text }: ApiResponse): boolean {
  return text.includes("second_factor_incorrect");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
