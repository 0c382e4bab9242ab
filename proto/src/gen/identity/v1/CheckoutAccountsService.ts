// Original file: identity/v1/checkout_accounts.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { OpenAccountRequest as _identity_v1_OpenAccountRequest, OpenAccountRequest__Output as _identity_v1_OpenAccountRequest__Output } from '../../identity/v1/OpenAccountRequest.ts';
import type { OpenAccountResponse as _identity_v1_OpenAccountResponse, OpenAccountResponse__Output as _identity_v1_OpenAccountResponse__Output } from '../../identity/v1/OpenAccountResponse.ts';
import type { SendClaimLinkRequest as _identity_v1_SendClaimLinkRequest, SendClaimLinkRequest__Output as _identity_v1_SendClaimLinkRequest__Output } from '../../identity/v1/SendClaimLinkRequest.ts';
import type { SendClaimLinkResponse as _identity_v1_SendClaimLinkResponse, SendClaimLinkResponse__Output as _identity_v1_SendClaimLinkResponse__Output } from '../../identity/v1/SendClaimLinkResponse.ts';

/**
 * Accounts of buyers who gave only an email address, for billing.
 */
export interface CheckoutAccountsServiceClient extends grpc.Client {
  /**
   * Opens an account without a password for an email address. If the address has an account, returns that one, and the
   * purchase waits until its owner follows the emailed link. Safe to repeat for one checkout.
   */
  OpenAccount(argument: _identity_v1_OpenAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  OpenAccount(argument: _identity_v1_OpenAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  OpenAccount(argument: _identity_v1_OpenAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  OpenAccount(argument: _identity_v1_OpenAccountRequest, callback: grpc.requestCallback<_identity_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Opens an account without a password for an email address. If the address has an account, returns that one, and the
   * purchase waits until its owner follows the emailed link. Safe to repeat for one checkout.
   */
  openAccount(argument: _identity_v1_OpenAccountRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  openAccount(argument: _identity_v1_OpenAccountRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  openAccount(argument: _identity_v1_OpenAccountRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  openAccount(argument: _identity_v1_OpenAccountRequest, callback: grpc.requestCallback<_identity_v1_OpenAccountResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Emails the link to /claim?token=…, valid for 7 days. By the link, the user verifies the address, sets a password,
   * ends all other sessions, and claims the purchase. Sends each reminder of a checkout once. Fails with NOT_FOUND for
   * an unknown account.
   */
  SendClaimLink(argument: _identity_v1_SendClaimLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SendClaimLinkResponse__Output>): grpc.ClientUnaryCall;
  SendClaimLink(argument: _identity_v1_SendClaimLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SendClaimLinkResponse__Output>): grpc.ClientUnaryCall;
  SendClaimLink(argument: _identity_v1_SendClaimLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SendClaimLinkResponse__Output>): grpc.ClientUnaryCall;
  SendClaimLink(argument: _identity_v1_SendClaimLinkRequest, callback: grpc.requestCallback<_identity_v1_SendClaimLinkResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Emails the link to /claim?token=…, valid for 7 days. By the link, the user verifies the address, sets a password,
   * ends all other sessions, and claims the purchase. Sends each reminder of a checkout once. Fails with NOT_FOUND for
   * an unknown account.
   */
  sendClaimLink(argument: _identity_v1_SendClaimLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SendClaimLinkResponse__Output>): grpc.ClientUnaryCall;
  sendClaimLink(argument: _identity_v1_SendClaimLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_identity_v1_SendClaimLinkResponse__Output>): grpc.ClientUnaryCall;
  sendClaimLink(argument: _identity_v1_SendClaimLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_identity_v1_SendClaimLinkResponse__Output>): grpc.ClientUnaryCall;
  sendClaimLink(argument: _identity_v1_SendClaimLinkRequest, callback: grpc.requestCallback<_identity_v1_SendClaimLinkResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Accounts of buyers who gave only an email address, for billing.
 */
export interface CheckoutAccountsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Opens an account without a password for an email address. If the address has an account, returns that one, and the
   * purchase waits until its owner follows the emailed link. Safe to repeat for one checkout.
   */
  OpenAccount: grpc.handleUnaryCall<_identity_v1_OpenAccountRequest__Output, _identity_v1_OpenAccountResponse>;
  
  /**
   * Emails the link to /claim?token=…, valid for 7 days. By the link, the user verifies the address, sets a password,
   * ends all other sessions, and claims the purchase. Sends each reminder of a checkout once. Fails with NOT_FOUND for
   * an unknown account.
   */
  SendClaimLink: grpc.handleUnaryCall<_identity_v1_SendClaimLinkRequest__Output, _identity_v1_SendClaimLinkResponse>;
  
}

export interface CheckoutAccountsServiceDefinition extends grpc.ServiceDefinition {
  OpenAccount: MethodDefinition<_identity_v1_OpenAccountRequest, _identity_v1_OpenAccountResponse, _identity_v1_OpenAccountRequest__Output, _identity_v1_OpenAccountResponse__Output>
  SendClaimLink: MethodDefinition<_identity_v1_SendClaimLinkRequest, _identity_v1_SendClaimLinkResponse, _identity_v1_SendClaimLinkRequest__Output, _identity_v1_SendClaimLinkResponse__Output>
}
