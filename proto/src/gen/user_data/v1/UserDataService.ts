// Original file: user_data/v1/user_data.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { EraseUserRequest as _user_data_v1_EraseUserRequest, EraseUserRequest__Output as _user_data_v1_EraseUserRequest__Output } from '../../user_data/v1/EraseUserRequest.ts';
import type { EraseUserResponse as _user_data_v1_EraseUserResponse, EraseUserResponse__Output as _user_data_v1_EraseUserResponse__Output } from '../../user_data/v1/EraseUserResponse.ts';
import type { ExportUserRequest as _user_data_v1_ExportUserRequest, ExportUserRequest__Output as _user_data_v1_ExportUserRequest__Output } from '../../user_data/v1/ExportUserRequest.ts';
import type { ExportUserResponse as _user_data_v1_ExportUserResponse, ExportUserResponse__Output as _user_data_v1_ExportUserResponse__Output } from '../../user_data/v1/ExportUserResponse.ts';

/**
 * Data that a service stores about one user. Billing, prediction and admin serve it to identity.
 */
export interface UserDataServiceClient extends grpc.Client {
  /**
   * Erases the user's data. Safe to repeat. Admin refuses it, because it erases its copies when the user's deletion is
   * published.
   */
  EraseUser(argument: _user_data_v1_EraseUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_user_data_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  EraseUser(argument: _user_data_v1_EraseUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_user_data_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  EraseUser(argument: _user_data_v1_EraseUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_user_data_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  EraseUser(argument: _user_data_v1_EraseUserRequest, callback: grpc.requestCallback<_user_data_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Erases the user's data. Safe to repeat. Admin refuses it, because it erases its copies when the user's deletion is
   * published.
   */
  eraseUser(argument: _user_data_v1_EraseUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_user_data_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  eraseUser(argument: _user_data_v1_EraseUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_user_data_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  eraseUser(argument: _user_data_v1_EraseUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_user_data_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  eraseUser(argument: _user_data_v1_EraseUserRequest, callback: grpc.requestCallback<_user_data_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the user's data as JSON, page by page, for the user's own export.
   */
  ExportUser(argument: _user_data_v1_ExportUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_user_data_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _user_data_v1_ExportUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_user_data_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _user_data_v1_ExportUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_user_data_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _user_data_v1_ExportUserRequest, callback: grpc.requestCallback<_user_data_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the user's data as JSON, page by page, for the user's own export.
   */
  exportUser(argument: _user_data_v1_ExportUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_user_data_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _user_data_v1_ExportUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_user_data_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _user_data_v1_ExportUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_user_data_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _user_data_v1_ExportUserRequest, callback: grpc.requestCallback<_user_data_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Data that a service stores about one user. Billing, prediction and admin serve it to identity.
 */
export interface UserDataServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Erases the user's data. Safe to repeat. Admin refuses it, because it erases its copies when the user's deletion is
   * published.
   */
  EraseUser: grpc.handleUnaryCall<_user_data_v1_EraseUserRequest__Output, _user_data_v1_EraseUserResponse>;
  
  /**
   * Returns the user's data as JSON, page by page, for the user's own export.
   */
  ExportUser: grpc.handleUnaryCall<_user_data_v1_ExportUserRequest__Output, _user_data_v1_ExportUserResponse>;
  
}

export interface UserDataServiceDefinition extends grpc.ServiceDefinition {
  EraseUser: MethodDefinition<_user_data_v1_EraseUserRequest, _user_data_v1_EraseUserResponse, _user_data_v1_EraseUserRequest__Output, _user_data_v1_EraseUserResponse__Output>
  ExportUser: MethodDefinition<_user_data_v1_ExportUserRequest, _user_data_v1_ExportUserResponse, _user_data_v1_ExportUserRequest__Output, _user_data_v1_ExportUserResponse__Output>
}
