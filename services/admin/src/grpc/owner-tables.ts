import { connectGrpc } from "@orbline/kit/grpc/server";
import type { Metrics } from "@orbline/kit/observability/metrics";
import type { Cell__Output } from "@orbline/proto/gen/tables/v1/Cell";
import type { TablesServiceDefinition } from "@orbline/proto/gen/tables/v1/TablesService";
import { type TableOwner, tableOwners } from "../domain/tables.ts";
import type { Cell, Tables } from "../use-cases/ports.ts";

const deadlineMs = 5_000;

const toCell = ({ text, number, flag }: Cell__Output): Cell => text ?? number ?? flag ?? null;

/** Tables asked of the services that own them, by gRPC. */
export const ownerTables = ({
  addresses,
  ...connection
}: {
  addresses: Record<TableOwner, string>;
  token: string;
  metrics: Metrics;
}): Tables & { close: () => void } => {
  const connect = (address: string) =>
    connectGrpc<TablesServiceDefinition>({
      ...connection,
      address,
      file: "tables/v1/tables.proto",
      name: "tables.v1.TablesService",
      caller: "admin",
    });
  const owners = {
    identity: connect(addresses.identity),
    prediction: connect(addresses.prediction),
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
    close: () => {
      for (const owner of Object.values(owners)) owner.close();
    },
  };
};
