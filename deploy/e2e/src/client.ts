/** An answer of the API, read to its end. */
export type Answer<Body = unknown> = { status: number; headers: Headers; body: Body; text: string };

type Options = { body?: unknown; headers?: Record<string, string> };

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A caller of the gateway with a cookie jar of its own, like a browser without pages. */
export const createClient = (url: string) => {
  const cookies = new Map<string, string>();

  const keepCookies = (headers: Headers) => {
    for (const line of headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const split = pair.indexOf("=");
      cookies.set(pair.slice(0, split), pair.slice(split + 1));
    }
  };

  /** A string is sent as it is, anything else as JSON. @throws when there is no connection */
  const call = async <Body = unknown>(
    method: string,
    path: string,
    { body, headers }: Options = {},
  ): Promise<Answer<Body>> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
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
    keepCookies(response.headers);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: parsed(text) as Body,
      text,
    };
  };

  return {
    call,
    get: <Body = unknown>(path: string) => call<Body>("GET", path),
    post: <Body = unknown>(path: string, body: unknown = {}) => call<Body>("POST", path, { body }),
    cookies,
  };
};

/** A caller with its session. */
export type Client = ReturnType<typeof createClient>;
