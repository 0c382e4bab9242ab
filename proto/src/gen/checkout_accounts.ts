import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Account as _identity_v1_Account, Account__Output as _identity_v1_Account__Output } from './identity/v1/Account.ts';
import type { CheckoutAccountsServiceClient as _identity_v1_CheckoutAccountsServiceClient, CheckoutAccountsServiceDefinition as _identity_v1_CheckoutAccountsServiceDefinition } from './identity/v1/CheckoutAccountsService.ts';
import type { GetUserRequest as _identity_v1_GetUserRequest, GetUserRequest__Output as _identity_v1_GetUserRequest__Output } from './identity/v1/GetUserRequest.ts';
import type { GetUserResponse as _identity_v1_GetUserResponse, GetUserResponse__Output as _identity_v1_GetUserResponse__Output } from './identity/v1/GetUserResponse.ts';
import type { IdentityServiceClient as _identity_v1_IdentityServiceClient, IdentityServiceDefinition as _identity_v1_IdentityServiceDefinition } from './identity/v1/IdentityService.ts';
import type { OpenAccountRequest as _identity_v1_OpenAccountRequest, OpenAccountRequest__Output as _identity_v1_OpenAccountRequest__Output } from './identity/v1/OpenAccountRequest.ts';
import type { OpenAccountResponse as _identity_v1_OpenAccountResponse, OpenAccountResponse__Output as _identity_v1_OpenAccountResponse__Output } from './identity/v1/OpenAccountResponse.ts';
import type { SendClaimLinkRequest as _identity_v1_SendClaimLinkRequest, SendClaimLinkRequest__Output as _identity_v1_SendClaimLinkRequest__Output } from './identity/v1/SendClaimLinkRequest.ts';
import type { SendClaimLinkResponse as _identity_v1_SendClaimLinkResponse, SendClaimLinkResponse__Output as _identity_v1_SendClaimLinkResponse__Output } from './identity/v1/SendClaimLinkResponse.ts';
import type { SignUpRequest as _identity_v1_SignUpRequest, SignUpRequest__Output as _identity_v1_SignUpRequest__Output } from './identity/v1/SignUpRequest.ts';
import type { SignUpResponse as _identity_v1_SignUpResponse, SignUpResponse__Output as _identity_v1_SignUpResponse__Output } from './identity/v1/SignUpResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  identity: {
    v1: {
      Account: MessageTypeDefinition<_identity_v1_Account, _identity_v1_Account__Output>
      /**
       * Accounts of buyers who gave only an email address, for billing.
       */
      CheckoutAccountsService: SubtypeConstructor<typeof grpc.Client, _identity_v1_CheckoutAccountsServiceClient> & { service: _identity_v1_CheckoutAccountsServiceDefinition }
      GetUserRequest: MessageTypeDefinition<_identity_v1_GetUserRequest, _identity_v1_GetUserRequest__Output>
      GetUserResponse: MessageTypeDefinition<_identity_v1_GetUserResponse, _identity_v1_GetUserResponse__Output>
      /**
       * Accounts, for the other services.
       */
      IdentityService: SubtypeConstructor<typeof grpc.Client, _identity_v1_IdentityServiceClient> & { service: _identity_v1_IdentityServiceDefinition }
      OpenAccountRequest: MessageTypeDefinition<_identity_v1_OpenAccountRequest, _identity_v1_OpenAccountRequest__Output>
      OpenAccountResponse: MessageTypeDefinition<_identity_v1_OpenAccountResponse, _identity_v1_OpenAccountResponse__Output>
      SendClaimLinkRequest: MessageTypeDefinition<_identity_v1_SendClaimLinkRequest, _identity_v1_SendClaimLinkRequest__Output>
      SendClaimLinkResponse: MessageTypeDefinition<_identity_v1_SendClaimLinkResponse, _identity_v1_SendClaimLinkResponse__Output>
      SignUpRequest: MessageTypeDefinition<_identity_v1_SignUpRequest, _identity_v1_SignUpRequest__Output>
      SignUpResponse: MessageTypeDefinition<_identity_v1_SignUpResponse, _identity_v1_SignUpResponse__Output>
    }
  }
}

