import { serviceClient } from "@orbline/kit/grpc/client";
import type { TablesServiceDefinition } from "@orbline/proto/gen/tables/v1/TablesService";
import type { AdminContext } from "../config.ts";
import { type TableOwner, tableOwners } from "../domain/table-owners.ts";
import type { Tables } from "../use-cases/ports.ts";

const deadlineMs = 5_000;

/** Tables of the owning services over gRPC. */
export function connectTables(service: AdminContext): Tables {
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
    page: async (query) => {
      const page = await owners[tableOwners[query.table]].ListRows(query, { deadlineMs });
      const rows = page.rows.map(({ cells }) =>
        cells.map(({ text, number, flag }) => text ?? number ?? flag ?? null),
      );
      return { columns: page.columns, rows, total: page.total, next: page.next };
    },
  };
}
