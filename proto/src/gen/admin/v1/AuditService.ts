// Original file: admin/v1/audit.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { NoteActionRequest as _admin_v1_NoteActionRequest, NoteActionRequest__Output as _admin_v1_NoteActionRequest__Output } from '../../admin/v1/NoteActionRequest.ts';
import type { NoteActionResponse as _admin_v1_NoteActionResponse, NoteActionResponse__Output as _admin_v1_NoteActionResponse__Output } from '../../admin/v1/NoteActionResponse.ts';

/**
 * The audit log of admins, which admin owns. Identity reports what admins do there, prediction their readings of its tables.
 */
export interface AuditServiceClient extends grpc.Client {
  /**
   * Adds an action: a sign-in, a reading of personal data, or a change of a user's access before it begins.
   */
  NoteAction(argument: _admin_v1_NoteActionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_admin_v1_NoteActionResponse__Output>): grpc.ClientUnaryCall;
  NoteAction(argument: _admin_v1_NoteActionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_admin_v1_NoteActionResponse__Output>): grpc.ClientUnaryCall;
  NoteAction(argument: _admin_v1_NoteActionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_admin_v1_NoteActionResponse__Output>): grpc.ClientUnaryCall;
  NoteAction(argument: _admin_v1_NoteActionRequest, callback: grpc.requestCallback<_admin_v1_NoteActionResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Adds an action: a sign-in, a reading of personal data, or a change of a user's access before it begins.
   */
  noteAction(argument: _admin_v1_NoteActionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_admin_v1_NoteActionResponse__Output>): grpc.ClientUnaryCall;
  noteAction(argument: _admin_v1_NoteActionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_admin_v1_NoteActionResponse__Output>): grpc.ClientUnaryCall;
  noteAction(argument: _admin_v1_NoteActionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_admin_v1_NoteActionResponse__Output>): grpc.ClientUnaryCall;
  noteAction(argument: _admin_v1_NoteActionRequest, callback: grpc.requestCallback<_admin_v1_NoteActionResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * The audit log of admins, which admin owns. Identity reports what admins do there, prediction their readings of its tables.
 */
export interface AuditServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Adds an action: a sign-in, a reading of personal data, or a change of a user's access before it begins.
   */
  NoteAction: grpc.handleUnaryCall<_admin_v1_NoteActionRequest__Output, _admin_v1_NoteActionResponse>;
  
}

export interface AuditServiceDefinition extends grpc.ServiceDefinition {
  NoteAction: MethodDefinition<_admin_v1_NoteActionRequest, _admin_v1_NoteActionResponse, _admin_v1_NoteActionRequest__Output, _admin_v1_NoteActionResponse__Output>
}
