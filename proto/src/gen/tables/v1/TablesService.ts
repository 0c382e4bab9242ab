// Original file: tables/v1/tables.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListRowsRequest as _tables_v1_ListRowsRequest, ListRowsRequest__Output as _tables_v1_ListRowsRequest__Output } from '../../tables/v1/ListRowsRequest.ts';
import type { ListRowsResponse as _tables_v1_ListRowsResponse, ListRowsResponse__Output as _tables_v1_ListRowsResponse__Output } from '../../tables/v1/ListRowsResponse.ts';

/**
 * Tables as admins look at them. Each service answers for its own database and decides which columns
 * anybody may see: no hash, token or other secret is among them.
 */
export interface TablesServiceClient extends grpc.Client {
  /**
   * One page of a table in the order of its row ids. Fails with NOT_FOUND for a table of another service.
   */
  ListRows(argument: _tables_v1_ListRowsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tables_v1_ListRowsResponse__Output>): grpc.ClientUnaryCall;
  ListRows(argument: _tables_v1_ListRowsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tables_v1_ListRowsResponse__Output>): grpc.ClientUnaryCall;
  ListRows(argument: _tables_v1_ListRowsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tables_v1_ListRowsResponse__Output>): grpc.ClientUnaryCall;
  ListRows(argument: _tables_v1_ListRowsRequest, callback: grpc.requestCallback<_tables_v1_ListRowsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * One page of a table in the order of its row ids. Fails with NOT_FOUND for a table of another service.
   */
  listRows(argument: _tables_v1_ListRowsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_tables_v1_ListRowsResponse__Output>): grpc.ClientUnaryCall;
  listRows(argument: _tables_v1_ListRowsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_tables_v1_ListRowsResponse__Output>): grpc.ClientUnaryCall;
  listRows(argument: _tables_v1_ListRowsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_tables_v1_ListRowsResponse__Output>): grpc.ClientUnaryCall;
  listRows(argument: _tables_v1_ListRowsRequest, callback: grpc.requestCallback<_tables_v1_ListRowsResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Tables as admins look at them. Each service answers for its own database and decides which columns
 * anybody may see: no hash, token or other secret is among them.
 */
export interface TablesServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * One page of a table in the order of its row ids. Fails with NOT_FOUND for a table of another service.
   */
  ListRows: grpc.handleUnaryCall<_tables_v1_ListRowsRequest__Output, _tables_v1_ListRowsResponse>;
  
}

export interface TablesServiceDefinition extends grpc.ServiceDefinition {
  ListRows: MethodDefinition<_tables_v1_ListRowsRequest, _tables_v1_ListRowsResponse, _tables_v1_ListRowsRequest__Output, _tables_v1_ListRowsResponse__Output>
}
