import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Lifecycle } from "@orbline/kit/process/run";
import type { Config } from "./config.ts";
import { adminAccounts } from "./grpc/admin-accounts.ts";
import { billingAccounts } from "./grpc/billing-accounts.ts";
import { predictionAccounts } from "./grpc/prediction-accounts.ts";

/** Connects the services that hold something about users; they need not run yet. */
export const openOthers = (
  { ADMIN_GRPC, BILLING_GRPC, PREDICTION_GRPC, GRPC_TOKEN: token }: Config,
  { metrics, lifecycle: { onStop } }: { metrics: Metrics; lifecycle: Lifecycle },
) => {
  const billing = billingAccounts({ address: BILLING_GRPC, token, metrics });
  onStop("billing client", billing.close);
  const prediction = predictionAccounts({ address: PREDICTION_GRPC, token, metrics });
  onStop("prediction client", prediction.close);
  const admin = adminAccounts({ address: ADMIN_GRPC, token, metrics });
  onStop("admin client", admin.close);
  return { purchases: billing, others: { billing, prediction, admin } };
};
