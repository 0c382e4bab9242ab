// Original file: identity/v1/identity.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetUserRequest as _identity_v1_GetUserRequest, GetUserRequest__Output as _identity_v1_GetUserRequest__Output } from '../../identity/v1/GetUserRequest.ts';
import type { GetUserResponse as _identity_v1_GetUserResponse, GetUserResponse__Output as _identity_v1_GetUserResponse__Output } from '../../identity/v1/GetUserResponse.ts';
import type { SignUpRequest as _identity_v1_SignUpRequest, SignUpRequest__Output as _identity_v1_SignUpRequest__Output } from '../../identity/v1/SignUpRequest.ts';
import type { SignUpResponse as _identity_v1_SignUpResponse, SignUpResponse__Output as _identity_v1_SignUpResponse__Output } from '../../identity/v1/SignUpResponse.ts';

/**
 * Accounts, for the other services.
 */
export interface IdentityServiceClient extends grpc.Client {
  /**
   * Finds an account by one key. Fails with NOT_FOUND.
   */
  GetUser(argument: _identity_v1_GetUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _identity_v1_GetUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _identity_v1_GetUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _identity_v1_GetUserRequest, callback: grpc.requestCallback<_identity_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Finds an account by one key. Fails with NOT_FOUND.
   */
  getUser(argument: _identity_v1_GetUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  getUser(argument: _identity_v1_GetUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  getUser(argument: _identity_v1_GetUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  getUser(argument: _identity_v1_GetUserRequest, callback: grpc.requestCallback<_identity_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Opens an account and a session, for a checkout with a username and a password. Logs in when the same username, email
   * and password come again, so a retry is safe. Fails with FAILED_PRECONDITION when another user has the name or email.
   */
  SignUp(argument: _identity_v1_SignUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  SignUp(argument: _identity_v1_SignUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  SignUp(argument: _identity_v1_SignUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  SignUp(argument: _identity_v1_SignUpRequest, callback: grpc.requestCallback<_identity_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Opens an account and a session, for a checkout with a username and a password. Logs in when the same username, email
   * and password come again, so a retry is safe. Fails with FAILED_PRECONDITION when another user has the name or email.
   */
  signUp(argument: _identity_v1_SignUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _identity_v1_SignUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _identity_v1_SignUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _identity_v1_SignUpRequest, callback: grpc.requestCallback<_identity_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Accounts, for the other services.
 */
export interface IdentityServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Finds an account by one key. Fails with NOT_FOUND.
   */
  GetUser: grpc.handleUnaryCall<_identity_v1_GetUserRequest__Output, _identity_v1_GetUserResponse>;
  
  /**
   * Opens an account and a session, for a checkout with a username and a password. Logs in when the same username, email
   * and password come again, so a retry is safe. Fails with FAILED_PRECONDITION when another user has the name or email.
   */
  SignUp: grpc.handleUnaryCall<_identity_v1_SignUpRequest__Output, _identity_v1_SignUpResponse>;
  
}

export interface IdentityServiceDefinition extends grpc.ServiceDefinition {
  GetUser: MethodDefinition<_identity_v1_GetUserRequest, _identity_v1_GetUserResponse, _identity_v1_GetUserRequest__Output, _identity_v1_GetUserResponse__Output>
  SignUp: MethodDefinition<_identity_v1_SignUpRequest, _identity_v1_SignUpResponse, _identity_v1_SignUpRequest__Output, _identity_v1_SignUpResponse__Output>
}
