import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuditServiceClient as _admin_v1_AuditServiceClient, AuditServiceDefinition as _admin_v1_AuditServiceDefinition } from './admin/v1/AuditService.ts';
import type { NoteActionRequest as _admin_v1_NoteActionRequest, NoteActionRequest__Output as _admin_v1_NoteActionRequest__Output } from './admin/v1/NoteActionRequest.ts';
import type { NoteActionResponse as _admin_v1_NoteActionResponse, NoteActionResponse__Output as _admin_v1_NoteActionResponse__Output } from './admin/v1/NoteActionResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  admin: {
    v1: {
      /**
       * The audit log of admins, which admin owns. Identity reports what admins do there, prediction their readings of its tables.
       */
      AuditService: SubtypeConstructor<typeof grpc.Client, _admin_v1_AuditServiceClient> & { service: _admin_v1_AuditServiceDefinition }
      NoteActionRequest: MessageTypeDefinition<_admin_v1_NoteActionRequest, _admin_v1_NoteActionRequest__Output>
      NoteActionResponse: MessageTypeDefinition<_admin_v1_NoteActionResponse, _admin_v1_NoteActionResponse__Output>
    }
  }
}

