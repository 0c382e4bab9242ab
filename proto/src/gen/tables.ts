import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Cell as _tables_v1_Cell, Cell__Output as _tables_v1_Cell__Output } from './tables/v1/Cell.ts';
import type { ListRowsRequest as _tables_v1_ListRowsRequest, ListRowsRequest__Output as _tables_v1_ListRowsRequest__Output } from './tables/v1/ListRowsRequest.ts';
import type { ListRowsResponse as _tables_v1_ListRowsResponse, ListRowsResponse__Output as _tables_v1_ListRowsResponse__Output } from './tables/v1/ListRowsResponse.ts';
import type { Row as _tables_v1_Row, Row__Output as _tables_v1_Row__Output } from './tables/v1/Row.ts';
import type { TablesServiceClient as _tables_v1_TablesServiceClient, TablesServiceDefinition as _tables_v1_TablesServiceDefinition } from './tables/v1/TablesService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  tables: {
    v1: {
      Cell: MessageTypeDefinition<_tables_v1_Cell, _tables_v1_Cell__Output>
      ListRowsRequest: MessageTypeDefinition<_tables_v1_ListRowsRequest, _tables_v1_ListRowsRequest__Output>
      ListRowsResponse: MessageTypeDefinition<_tables_v1_ListRowsResponse, _tables_v1_ListRowsResponse__Output>
      Row: MessageTypeDefinition<_tables_v1_Row, _tables_v1_Row__Output>
      /**
       * Tables as admins look at them. Each service answers for its own database and decides which columns
       * anybody may see: no hash, token or other secret is among them.
       */
      TablesService: SubtypeConstructor<typeof grpc.Client, _tables_v1_TablesServiceClient> & { service: _tables_v1_TablesServiceDefinition }
    }
  }
}

