import { connectGrpc } from "@orbline/kit/grpc/client";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { AdminAccountsServiceDefinition } from "@orbline/proto/gen/admin/v1/AdminAccountsService";
import type { OtherServices } from "../use-cases/ports.ts";
import { readPages, slowCall } from "./other-service.ts";

/** What admin keeps about users, asked by gRPC. */
export const adminAccounts = (connection: {
  address: string;
  token: string;
  metrics: Metrics;
}): OtherServices["admin"] & { close: () => void } => {
  const admin = connectGrpc<AdminAccountsServiceDefinition>({
    ...connection,
    file: "admin/v1/admin_accounts.proto",
    name: "admin.v1.AdminAccountsService",
    caller: "identity",
  });
  return {
    exportUser: (userId) => readPages((cursor) => admin.ExportUser({ userId, cursor }, slowCall)),
    close: admin.close,
  };
};
