// Original file: prediction/v1/prediction_accounts.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { EraseUserRequest as _prediction_v1_EraseUserRequest, EraseUserRequest__Output as _prediction_v1_EraseUserRequest__Output } from '../../prediction/v1/EraseUserRequest.ts';
import type { EraseUserResponse as _prediction_v1_EraseUserResponse, EraseUserResponse__Output as _prediction_v1_EraseUserResponse__Output } from '../../prediction/v1/EraseUserResponse.ts';
import type { ExportUserRequest as _prediction_v1_ExportUserRequest, ExportUserRequest__Output as _prediction_v1_ExportUserRequest__Output } from '../../prediction/v1/ExportUserRequest.ts';
import type { ExportUserResponse as _prediction_v1_ExportUserResponse, ExportUserResponse__Output as _prediction_v1_ExportUserResponse__Output } from '../../prediction/v1/ExportUserResponse.ts';

/**
 * A user's own data, for identity: what the export shows and what a deletion erases.
 */
export interface PredictionAccountsServiceClient extends grpc.Client {
  /**
   * Forgets predictions, history, profile and entitlement of one user. Done once a call finds nothing any more: what
   * was being written while one call erased is found by the next.
   */
  EraseUser(argument: _prediction_v1_EraseUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_prediction_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  EraseUser(argument: _prediction_v1_EraseUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_prediction_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  EraseUser(argument: _prediction_v1_EraseUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_prediction_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  EraseUser(argument: _prediction_v1_EraseUserRequest, callback: grpc.requestCallback<_prediction_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Forgets predictions, history, profile and entitlement of one user. Done once a call finds nothing any more: what
   * was being written while one call erased is found by the next.
   */
  eraseUser(argument: _prediction_v1_EraseUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_prediction_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  eraseUser(argument: _prediction_v1_EraseUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_prediction_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  eraseUser(argument: _prediction_v1_EraseUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_prediction_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  eraseUser(argument: _prediction_v1_EraseUserRequest, callback: grpc.requestCallback<_prediction_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Everything kept of one user, page by page, as JSON for the user's own export.
   */
  ExportUser(argument: _prediction_v1_ExportUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_prediction_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _prediction_v1_ExportUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_prediction_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _prediction_v1_ExportUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_prediction_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _prediction_v1_ExportUserRequest, callback: grpc.requestCallback<_prediction_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Everything kept of one user, page by page, as JSON for the user's own export.
   */
  exportUser(argument: _prediction_v1_ExportUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_prediction_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _prediction_v1_ExportUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_prediction_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _prediction_v1_ExportUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_prediction_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _prediction_v1_ExportUserRequest, callback: grpc.requestCallback<_prediction_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * A user's own data, for identity: what the export shows and what a deletion erases.
 */
export interface PredictionAccountsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Forgets predictions, history, profile and entitlement of one user. Done once a call finds nothing any more: what
   * was being written while one call erased is found by the next.
   */
  EraseUser: grpc.handleUnaryCall<_prediction_v1_EraseUserRequest__Output, _prediction_v1_EraseUserResponse>;
  
  /**
   * Everything kept of one user, page by page, as JSON for the user's own export.
   */
  ExportUser: grpc.handleUnaryCall<_prediction_v1_ExportUserRequest__Output, _prediction_v1_ExportUserResponse>;
  
}

export interface PredictionAccountsServiceDefinition extends grpc.ServiceDefinition {
  EraseUser: MethodDefinition<_prediction_v1_EraseUserRequest, _prediction_v1_EraseUserResponse, _prediction_v1_EraseUserRequest__Output, _prediction_v1_EraseUserResponse__Output>
  ExportUser: MethodDefinition<_prediction_v1_ExportUserRequest, _prediction_v1_ExportUserResponse, _prediction_v1_ExportUserRequest__Output, _prediction_v1_ExportUserResponse__Output>
}
