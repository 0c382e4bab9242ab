import { serviceClient } from "@orbline/kit/grpc/client";
import type { Cell__Output } from "@orbline/proto/gen/tables/v1/Cell";
import type { TablesServiceDefinition } from "@orbline/proto/gen/tables/v1/TablesService";
import type { AdminContext } from "../config.ts";
import { type TableOwner, tableOwners } from "../domain/tables.ts";
import type { Cell, Tables } from "../use-cases/ports.ts";

const deadlineMs = 5_000;

const toCell = ({ text, number, flag }: Cell__Output): Cell => text ?? number ?? flag ?? null;

/** Tables of the services that own them, over gRPC. */
export function ownerTables(service: AdminContext): Tables {
  const { IDENTITY_GRPC, PREDICTION_GRPC } = service.config;
  const connect = (address: string) =>
    serviceClient<TablesServiceDefinition>(service, {
      file: "tables/v1/tables.proto",
      name: "tables.v1.TablesService",
      address,
    });
  const owners: Record<TableOwner, ReturnType<typeof connect>> = {
    identity: connect(IDENTITY_GRPC),
    prediction: connect(PREDICTION_GRPC),
  };
  return {
    page: async ({ table, limit, after }) => {
      const request = { table, limit, ...(after !== undefined && { after }) };
      const answer = await owners[tableOwners[table]].ListRows(request, { deadlineMs });
      return {
        columns: answer.columns,
        rows: answer.rows.map(({ cells }) => cells.map(toCell)),
        total: answer.total,
        next: answer.next,
      };
    },
  };
}
