import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Account as _identity_v1_Account, Account__Output as _identity_v1_Account__Output } from './identity/v1/Account.ts';
import type { GetUserRequest as _identity_v1_GetUserRequest, GetUserRequest__Output as _identity_v1_GetUserRequest__Output } from './identity/v1/GetUserRequest.ts';
import type { GetUserResponse as _identity_v1_GetUserResponse, GetUserResponse__Output as _identity_v1_GetUserResponse__Output } from './identity/v1/GetUserResponse.ts';
import type { IdentityServiceClient as _identity_v1_IdentityServiceClient, IdentityServiceDefinition as _identity_v1_IdentityServiceDefinition } from './identity/v1/IdentityService.ts';
import type { SignUpRequest as _identity_v1_SignUpRequest, SignUpRequest__Output as _identity_v1_SignUpRequest__Output } from './identity/v1/SignUpRequest.ts';
import type { SignUpResponse as _identity_v1_SignUpResponse, SignUpResponse__Output as _identity_v1_SignUpResponse__Output } from './identity/v1/SignUpResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  identity: {
    v1: {
      Account: MessageTypeDefinition<_identity_v1_Account, _identity_v1_Account__Output>
      GetUserRequest: MessageTypeDefinition<_identity_v1_GetUserRequest, _identity_v1_GetUserRequest__Output>
      GetUserResponse: MessageTypeDefinition<_identity_v1_GetUserResponse, _identity_v1_GetUserResponse__Output>
      /**
       * Accounts, for the other services.
       */
      IdentityService: SubtypeConstructor<typeof grpc.Client, _identity_v1_IdentityServiceClient> & { service: _identity_v1_IdentityServiceDefinition }
      SignUpRequest: MessageTypeDefinition<_identity_v1_SignUpRequest, _identity_v1_SignUpRequest__Output>
      SignUpResponse: MessageTypeDefinition<_identity_v1_SignUpResponse, _identity_v1_SignUpResponse__Output>
    }
  }
}

