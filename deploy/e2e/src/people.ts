import { randomBytes } from "node:crypto";
import type { CheckoutResponse, VerifyResponse } from "@orbline/proto/http/billing/checkout";
import type { NewPredictionResponse } from "@orbline/proto/http/prediction/prediction";
import type { User } from "@orbline/proto/http/identity/user";
import {
  type ApiResponse,
  type Client,
  createClient,
  expectOk,
  signIn,
} from "@orbline/demo/http-client";
import { codeOf } from "@orbline/demo/authenticator";
import type { EnrollmentResponse } from "@orbline/proto/http/identity/second-factor";
import { makeAdmin } from "./databases.ts";
import type { ProductInfo } from "./product/info.ts";
import { payByForm } from "./sandbox.ts";
import type { Viewer } from "./screens/screens.ts";

/** The password of every test person. */
export const password = "Correct-horse-1";

/** A new random username. */
export const newName = (): string => `person_${randomBytes(5).toString("hex")}`;

/** The address of a test person. */
export const emailOf = (name: string): string => `${name}@example.com`;

/** A test person with a session of their own. */
export type Person = { name: string; id: string; client: Client };

/** Registers an account without a checkout. */
export const register = async ({ url }: ProductInfo, { email = true } = {}): Promise<Person> => {
  const name = newName();
  const client = createClient(url);
  const body = { username: name, password, ...(email && { email: emailOf(name) }) };
  const { id } = expectOk(await client.post<User>("/api/register", body), "register");
  return { name, id, client };
};

/** Signs in one of the demo users. */
export function logInAs({ url, logins }: ProductInfo, who: string): Promise<Client> {
  const login = logins.find((each) => each.who === who);
  return signIn(url, login ?? { username: who, password });
}

/**
 * Registers an admin and returns its login. Each code works once: nobody else uses those of this admin, so the current one and
 * the next one are valid at once, and a test need not wait for another.
 */
export async function registerAdmin(
  product: ProductInfo,
): Promise<{ username: string; password: string; totpSecret: string }> {
  const { id, name, client } = await register(product);
  const begun = await client.post<EnrollmentResponse>("/api/second-factor/enroll", { password });
  const { secret: totpSecret, enrollment } = expectOk(begun, "enrollment");
  const code = codeOf(totpSecret, -1);
  expectOk(await client.post("/api/second-factor", { enrollment, code }), "second factor");
  await makeAdmin(product, id);
  return { username: emailOf(name), password, totpSecret };
}

/** Signs in an admin who is nobody else's, for a test that may change anything of the account. */
export const logInNewAdmin = async (product: ProductInfo): Promise<Client> =>
  signIn(product.url, await registerAdmin(product));

/** The client of each kind of viewer. A visitor has no session. */
export type Viewers = Awaited<ReturnType<typeof logInViewers>>;

/** Signs in a demo user for each kind of viewer. */
export async function logInViewers(product: ProductInfo) {
  return {
    visitor: undefined,
    free: await logInAs(product, "free user"),
    subscriber: await logInAs(product, "subscriber"),
    admin: await logInAs(product, "admin"),
  } satisfies Record<Viewer, Client | undefined>;
}

type Order = Person & { checkoutUrl: string; sessionId: string };

/** Registers an account together with an unpaid checkout. */
export const order = async ({ url }: ProductInfo, plan: string): Promise<Order> => {
  const name = newName();
  const client = createClient(url);
  const body = { username: name, password, email: emailOf(name), plan };
  const answer = await client.post<CheckoutResponse>("/api/register-with-checkout", body);
  const { userId = "", checkoutUrl = "", sessionId = "" } = expectOk(answer, "checkout");
  return { name, id: userId, client, checkoutUrl, sessionId };
};

/** Registers an account, pays for the plan and verifies the payment. */
export const subscribe = async (
  product: ProductInfo,
  { plan = "trial", card = "4242424242424242" } = {},
): Promise<Order> => {
  const bought = await order(product, plan);
  const paid = await payByForm(bought.checkoutUrl, { name: bought.name, card });
  if (paid.status !== 303) throw new Error(`the checkout page responded with ${paid.status}`);
  const path = `/api/verify-subscription-status?session_id=${bought.sessionId}`;
  const { success } = expectOk(await bought.client.get<VerifyResponse>(path), "verification");
  if (!success) throw new Error("the paid checkout is not verified");
  return bought;
};

/** Asks for a prediction. */
export const predict = (
  client: Client,
  requestCount = 1,
): Promise<ApiResponse<NewPredictionResponse>> =>
  client.post("/api/new-prediction", { sport: "nba", riskLevel: "aggressive", requestCount });

/** Shares a new prediction; returns the address of its public page. */
export const sharePick = async (client: Client): Promise<string> => {
  const generated = expectOk(await predict(client), "prediction");
  if (!("id" in generated)) throw new Error("no prediction");
  const path = `/api/predictions/${generated.id}/share`;
  const { slug } = expectOk(await client.post<{ slug: string }>(path, {}), "share");
  return `/p/${slug}`;
};
