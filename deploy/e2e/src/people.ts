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
import type { ProductInfo } from "./product-info.ts";
import { payByForm } from "./sandbox.ts";

/** The password of every test person. */
export const password = "Correct-horse-1";

/** A username that nobody has yet. */
export const newName = (): string => `person_${randomBytes(5).toString("hex")}`;

/** The address of a test person. */
export const emailOf = (name: string): string => `${name}@example.com`;

/** A test person with an own session at the gateway. */
export type Person = { name: string; id: string; client: Client };

/** Opens an account without a checkout. */
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

type Order = Person & { checkoutUrl: string; sessionId: string };

/** Opens an account together with a checkout, not yet paid. */
export const order = async ({ url }: ProductInfo, plan: string): Promise<Order> => {
  const name = newName();
  const client = createClient(url);
  const body = { username: name, password, email: emailOf(name), plan };
  const answer = await client.post<CheckoutResponse>("/api/register-with-checkout", body);
  const { userId = "", checkoutUrl = "", sessionId = "" } = expectOk(answer, "checkout");
  return { name, id: userId, client, checkoutUrl, sessionId };
};

/** Opens an account, pays for the plan and has it verified. */
export const subscribe = async (
  product: ProductInfo,
  { plan = "trial", card = "4242424242424242" } = {},
): Promise<Order> => {
  const bought = await order(product, plan);
  const paid = await payByForm(bought.checkoutUrl, { name: bought.name, card });
  if (paid.status !== 303) throw new Error(`the checkout page answered ${paid.status}`);
  const path = `/api/verify-subscription-status?session_id=${bought.sessionId}`;
  const { success } = expectOk(await bought.client.get<VerifyResponse>(path), "verification");
  if (!success) throw new Error("the checkout was paid and is not verified");
  return bought;
};

/** Asks for a prediction. */
export const predict = (
  client: Client,
  requestCount = 1,
): Promise<ApiResponse<NewPredictionResponse>> =>
  client.post("/api/new-prediction", { sport: "nba", riskLevel: "aggressive", requestCount });
