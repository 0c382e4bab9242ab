// Original file: admin/v1/admin_accounts.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExportUserRequest as _admin_v1_ExportUserRequest, ExportUserRequest__Output as _admin_v1_ExportUserRequest__Output } from '../../admin/v1/ExportUserRequest.ts';
import type { ExportUserResponse as _admin_v1_ExportUserResponse, ExportUserResponse__Output as _admin_v1_ExportUserResponse__Output } from '../../admin/v1/ExportUserResponse.ts';

/**
 * A user's own data, for identity: what the export shows. No call erases any of it: the copies of a user go with the
 * tombstones on the topics that they come from, and the audit log, which names nobody, stays.
 */
export interface AdminAccountsServiceClient extends grpc.Client {
  /**
   * Everything kept of one user, page by page, as JSON for the user's own export.
   */
  ExportUser(argument: _admin_v1_ExportUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_admin_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _admin_v1_ExportUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_admin_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _admin_v1_ExportUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_admin_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _admin_v1_ExportUserRequest, callback: grpc.requestCallback<_admin_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Everything kept of one user, page by page, as JSON for the user's own export.
   */
  exportUser(argument: _admin_v1_ExportUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_admin_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _admin_v1_ExportUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_admin_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _admin_v1_ExportUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_admin_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _admin_v1_ExportUserRequest, callback: grpc.requestCallback<_admin_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * A user's own data, for identity: what the export shows. No call erases any of it: the copies of a user go with the
 * tombstones on the topics that they come from, and the audit log, which names nobody, stays.
 */
export interface AdminAccountsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Everything kept of one user, page by page, as JSON for the user's own export.
   */
  ExportUser: grpc.handleUnaryCall<_admin_v1_ExportUserRequest__Output, _admin_v1_ExportUserResponse>;
  
}

export interface AdminAccountsServiceDefinition extends grpc.ServiceDefinition {
  ExportUser: MethodDefinition<_admin_v1_ExportUserRequest, _admin_v1_ExportUserResponse, _admin_v1_ExportUserRequest__Output, _admin_v1_ExportUserResponse__Output>
}
