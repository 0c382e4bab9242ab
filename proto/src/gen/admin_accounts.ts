import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AdminAccountsServiceClient as _admin_v1_AdminAccountsServiceClient, AdminAccountsServiceDefinition as _admin_v1_AdminAccountsServiceDefinition } from './admin/v1/AdminAccountsService.ts';
import type { ExportUserRequest as _admin_v1_ExportUserRequest, ExportUserRequest__Output as _admin_v1_ExportUserRequest__Output } from './admin/v1/ExportUserRequest.ts';
import type { ExportUserResponse as _admin_v1_ExportUserResponse, ExportUserResponse__Output as _admin_v1_ExportUserResponse__Output } from './admin/v1/ExportUserResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  admin: {
    v1: {
      /**
       * A user's own data, for identity: what the export shows. No call erases any of it: the copies of a user go with the
       * tombstones on the topics that they come from, and the audit log, which names nobody, stays.
       */
      AdminAccountsService: SubtypeConstructor<typeof grpc.Client, _admin_v1_AdminAccountsServiceClient> & { service: _admin_v1_AdminAccountsServiceDefinition }
      ExportUserRequest: MessageTypeDefinition<_admin_v1_ExportUserRequest, _admin_v1_ExportUserRequest__Output>
      ExportUserResponse: MessageTypeDefinition<_admin_v1_ExportUserResponse, _admin_v1_ExportUserResponse__Output>
    }
  }
}

