import { AppError } from "@orbline/kit/errors";
import { serviceClient } from "@orbline/kit/grpc/client";
import type { AdminAccountsServiceDefinition } from "@orbline/proto/gen/admin/v1/AdminAccountsService";
import type { BillingAccountsServiceDefinition } from "@orbline/proto/gen/billing/v1/BillingAccountsService";
import type { PredictionAccountsServiceDefinition } from "@orbline/proto/gen/prediction/v1/PredictionAccountsService";
import type { IdentityContext } from "../config.ts";
import type { UserId } from "../domain/user.ts";
import type { Purchases, UserDataServices } from "../use-cases/ports.ts";

/** Longer than for a look-up, because a service may have to call the payment provider. */
const slowCall = { deadlineMs: 15_000 };

/** Connects the services that store data about users; they may start later. */
export function connectServices(service: IdentityContext): {
  purchases: Purchases;
  userData: UserDataServices;
} {
  const { BILLING_GRPC, PREDICTION_GRPC, ADMIN_GRPC } = service.config;
  const billing = serviceClient<BillingAccountsServiceDefinition>(service, {
    file: "billing/v1/billing_accounts.proto",
    name: "billing.v1.BillingAccountsService",
    address: BILLING_GRPC,
  });
  const prediction = serviceClient<PredictionAccountsServiceDefinition>(service, {
    file: "prediction/v1/prediction_accounts.proto",
    name: "prediction.v1.PredictionAccountsService",
    address: PREDICTION_GRPC,
  });
  const admin = serviceClient<AdminAccountsServiceDefinition>(service, {
    file: "admin/v1/admin_accounts.proto",
    name: "admin.v1.AdminAccountsService",
    address: ADMIN_GRPC,
  });
  return {
    purchases: {
      redeem: async ({ checkoutSessionId: sessionId, secret }) => {
        const { userId } = await billing.RedeemCheckout({ sessionId, secret }, slowCall);
        return userId as UserId;
      },
      claim: async (purchase) => {
        await billing.ClaimCheckout(purchase, slowCall);
      },
    },
    userData: {
      billing: {
        exportUser: async (userId) =>
          parseObject((await billing.ExportUser({ userId }, slowCall)).json),
        eraseUser: async (userId) => (await billing.EraseUser({ userId }, slowCall)).done,
      },
      prediction: {
        exportUser: (userId) =>
          readPages((cursor) => prediction.ExportUser({ userId, cursor }, slowCall)),
        eraseUser: async (userId) => (await prediction.EraseUser({ userId }, slowCall)).done,
      },
      admin: {
        exportUser: (userId) =>
          readPages((cursor) => admin.ExportUser({ userId, cursor }, slowCall)),
      },
    },
  };
}

type Json = Record<string, unknown>;

/** Reads all pages of an export and joins their lists. */
async function readPages(
  readPage: (cursor: string) => Promise<{ json: string; nextCursor: string }>,
): Promise<Json> {
  const all: Json = {};
  let cursor = "";
  do {
    const page = await readPage(cursor);
    for (const [name, list] of Object.entries(parseObject(page.json)))
      all[name] = [all[name] ?? [], list].flat();
    cursor = page.nextCursor;
  } while (cursor !== "");
  return all;
}

function parseObject(json: string): Json {
  const value = JSON.parse(json) as unknown;
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  throw new AppError("internal", "internal", "an export is no JSON object");
}
