import { z } from "zod";

type Login = { username: string; password: string };

/** Signs in as a browser would. @throws when it is refused */
export const signIn = async (origin: string, { username, password }: Login): Promise<string> => {
  const response = await fetch(`${origin}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username, password }),
  });
  if (!response.ok) throw new Error(`login answered ${response.status}: ${await response.text()}`);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
};

/** The body of one answer. @throws when it is not 200 */
export const read = async (url: string, init: RequestInit): Promise<string> => {
  const response = await fetch(url, init);
  if (response.ok) return response.text();
  throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
};

const historySchema = z.object({ predictions: z.array(z.object({ id: z.string() })) });

/** The ids of a user's newest predictions. */
export const newestPredictions = async (origin: string, cookie: string): Promise<string[]> => {
  const text = await read(`${origin}/api/predictions?limit=50`, { headers: { cookie } });
  return historySchema.parse(JSON.parse(text)).predictions.map(({ id }) => id);
};
