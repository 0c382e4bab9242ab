import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AuditHead as _admin_v1_AuditHead, AuditHead__Output as _admin_v1_AuditHead__Output } from './admin/v1/AuditHead.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  admin: {
    v1: {
      AuditHead: MessageTypeDefinition<_admin_v1_AuditHead, _admin_v1_AuditHead__Output>
    }
  }
}

