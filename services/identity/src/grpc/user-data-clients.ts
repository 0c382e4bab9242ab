import { AppError } from "@orbline/kit/errors";
import { serviceClient } from "@orbline/kit/grpc/client";
import { userDataService } from "@orbline/kit/grpc/user-data";
import type { BillingAccountsServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAccountsService";
import type { UserDataServiceDefinition } from "@orbline/proto/gen/user_data/v1/UserDataService";
import type { IdentityContext } from "../config.ts";
import type { UserId } from "../domain/user.ts";
import type { Purchases, UserDataService, UserDataServices } from "../use-cases/ports.ts";

/** Longer than for a lookup, because a service may have to call the payment provider. */
const slowCall = { deadlineMs: 15_000 };

/** Connects to billing's guest purchases. */
export function connectPurchases(service: IdentityContext): Purchases {
  const billing = serviceClient<BillingAccountsServiceDefinition>(service, {
    file: "billing/v1/billing_accounts.proto",
    name: "billing.v1.BillingAccountsService",
    address: service.config.BILLING_GRPC,
  });
  return {
    redeem: async ({ checkoutSessionId: sessionId, secret }) => {
      const { userId } = await billing.RedeemCheckout({ sessionId, secret }, slowCall);
      return userId as UserId;
    },
    claim: async (purchase) => {
      await billing.ClaimCheckout(purchase, slowCall);
    },
  };
}

/** Connects the services that store data about users; they may start later. */
export function connectUserData(service: IdentityContext): UserDataServices {
  const connect = (address: string): UserDataService => {
    const client = serviceClient<UserDataServiceDefinition>(service, {
      ...userDataService,
      address,
    });
    return {
      exportUser: (userId) =>
        readPages((cursor) => client.ExportUser({ userId, cursor }, slowCall)),
      eraseUser: async (userId) => (await client.EraseUser({ userId }, slowCall)).done,
    };
  };
  const { BILLING_GRPC, PREDICTION_GRPC, ADMIN_GRPC } = service.config;
  return {
    billing: connect(BILLING_GRPC),
    prediction: connect(PREDICTION_GRPC),
    admin: connect(ADMIN_GRPC),
  };
}

type Json = Record<string, unknown>;

/** Reads the pages of an export, each when it is asked for. */
async function* readPages(
  readPage: (cursor: string) => Promise<{ json: string; nextCursor: string }>,
): AsyncGenerator<Json> {
  let cursor = "";
  do {
    const page = await readPage(cursor);
    yield parseObject(page.json);
    cursor = page.nextCursor;
  } while (cursor !== "");
}

function parseObject(json: string): Json {
  const value = JSON.parse(json) as unknown;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  throw new AppError("internal", "internal", "an export is not a JSON object");
}
