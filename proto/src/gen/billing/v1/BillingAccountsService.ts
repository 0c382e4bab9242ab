// Original file: billing/v1/billing_accounts.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ClaimCheckoutRequest as _billing_v1_ClaimCheckoutRequest, ClaimCheckoutRequest__Output as _billing_v1_ClaimCheckoutRequest__Output } from '../../billing/v1/ClaimCheckoutRequest.ts';
import type { ClaimCheckoutResponse as _billing_v1_ClaimCheckoutResponse, ClaimCheckoutResponse__Output as _billing_v1_ClaimCheckoutResponse__Output } from '../../billing/v1/ClaimCheckoutResponse.ts';
import type { EraseUserRequest as _billing_v1_EraseUserRequest, EraseUserRequest__Output as _billing_v1_EraseUserRequest__Output } from '../../billing/v1/EraseUserRequest.ts';
import type { EraseUserResponse as _billing_v1_EraseUserResponse, EraseUserResponse__Output as _billing_v1_EraseUserResponse__Output } from '../../billing/v1/EraseUserResponse.ts';
import type { ExportUserRequest as _billing_v1_ExportUserRequest, ExportUserRequest__Output as _billing_v1_ExportUserRequest__Output } from '../../billing/v1/ExportUserRequest.ts';
import type { ExportUserResponse as _billing_v1_ExportUserResponse, ExportUserResponse__Output as _billing_v1_ExportUserResponse__Output } from '../../billing/v1/ExportUserResponse.ts';
import type { RedeemCheckoutRequest as _billing_v1_RedeemCheckoutRequest, RedeemCheckoutRequest__Output as _billing_v1_RedeemCheckoutRequest__Output } from '../../billing/v1/RedeemCheckoutRequest.ts';
import type { RedeemCheckoutResponse as _billing_v1_RedeemCheckoutResponse, RedeemCheckoutResponse__Output as _billing_v1_RedeemCheckoutResponse__Output } from '../../billing/v1/RedeemCheckoutResponse.ts';

/**
 * What identity needs of purchases: those made by e-mail alone, and a user's own data.
 */
export interface BillingAccountsServiceClient extends grpc.Client {
  /**
   * Attaches a purchase that was made by e-mail alone to the account of who followed the mailed link. Safe to
   * repeat for one account; fails with NOT_FOUND for another, and for a checkout that is not to be claimed.
   */
  ClaimCheckout(argument: _billing_v1_ClaimCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  ClaimCheckout(argument: _billing_v1_ClaimCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  ClaimCheckout(argument: _billing_v1_ClaimCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  ClaimCheckout(argument: _billing_v1_ClaimCheckoutRequest, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Attaches a purchase that was made by e-mail alone to the account of who followed the mailed link. Safe to
   * repeat for one account; fails with NOT_FOUND for another, and for a checkout that is not to be claimed.
   */
  claimCheckout(argument: _billing_v1_ClaimCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  claimCheckout(argument: _billing_v1_ClaimCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  claimCheckout(argument: _billing_v1_ClaimCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  claimCheckout(argument: _billing_v1_ClaimCheckoutRequest, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Ends all access, cancels at the provider at once and forgets the user but for the payments that the law
   * wants kept, which hold no name. Publishes the tombstone on billing.subscriptions. Safe to repeat.
   */
  EraseUser(argument: _billing_v1_EraseUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  EraseUser(argument: _billing_v1_EraseUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  EraseUser(argument: _billing_v1_EraseUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  EraseUser(argument: _billing_v1_EraseUserRequest, callback: grpc.requestCallback<_billing_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Ends all access, cancels at the provider at once and forgets the user but for the payments that the law
   * wants kept, which hold no name. Publishes the tombstone on billing.subscriptions. Safe to repeat.
   */
  eraseUser(argument: _billing_v1_EraseUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  eraseUser(argument: _billing_v1_EraseUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  eraseUser(argument: _billing_v1_EraseUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  eraseUser(argument: _billing_v1_EraseUserRequest, callback: grpc.requestCallback<_billing_v1_EraseUserResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Everything kept of one user, as JSON for the user's own export.
   */
  ExportUser(argument: _billing_v1_ExportUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _billing_v1_ExportUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _billing_v1_ExportUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  ExportUser(argument: _billing_v1_ExportUserRequest, callback: grpc.requestCallback<_billing_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Everything kept of one user, as JSON for the user's own export.
   */
  exportUser(argument: _billing_v1_ExportUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _billing_v1_ExportUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _billing_v1_ExportUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  exportUser(argument: _billing_v1_ExportUserRequest, callback: grpc.requestCallback<_billing_v1_ExportUserResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * For checkout-login: the account that a paid checkout has opened, once, for the browser that began it.
   * Fails with NOT_FOUND for a wrong, used or expired secret and for who must follow the mailed link, with
   * FAILED_PRECONDITION while it is not paid yet.
   */
  RedeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  RedeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  RedeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  RedeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  /**
   * For checkout-login: the account that a paid checkout has opened, once, for the browser that began it.
   * Fails with NOT_FOUND for a wrong, used or expired secret and for who must follow the mailed link, with
   * FAILED_PRECONDITION while it is not paid yet.
   */
  redeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  redeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  redeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  redeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * What identity needs of purchases: those made by e-mail alone, and a user's own data.
 */
export interface BillingAccountsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Attaches a purchase that was made by e-mail alone to the account of who followed the mailed link. Safe to
   * repeat for one account; fails with NOT_FOUND for another, and for a checkout that is not to be claimed.
   */
  ClaimCheckout: grpc.handleUnaryCall<_billing_v1_ClaimCheckoutRequest__Output, _billing_v1_ClaimCheckoutResponse>;
  
  /**
   * Ends all access, cancels at the provider at once and forgets the user but for the payments that the law
   * wants kept, which hold no name. Publishes the tombstone on billing.subscriptions. Safe to repeat.
   */
  EraseUser: grpc.handleUnaryCall<_billing_v1_EraseUserRequest__Output, _billing_v1_EraseUserResponse>;
  
  /**
   * Everything kept of one user, as JSON for the user's own export.
   */
  ExportUser: grpc.handleUnaryCall<_billing_v1_ExportUserRequest__Output, _billing_v1_ExportUserResponse>;
  
  /**
   * For checkout-login: the account that a paid checkout has opened, once, for the browser that began it.
   * Fails with NOT_FOUND for a wrong, used or expired secret and for who must follow the mailed link, with
   * FAILED_PRECONDITION while it is not paid yet.
   */
  RedeemCheckout: grpc.handleUnaryCall<_billing_v1_RedeemCheckoutRequest__Output, _billing_v1_RedeemCheckoutResponse>;
  
}

export interface BillingAccountsServiceDefinition extends grpc.ServiceDefinition {
  ClaimCheckout: MethodDefinition<_billing_v1_ClaimCheckoutRequest, _billing_v1_ClaimCheckoutResponse, _billing_v1_ClaimCheckoutRequest__Output, _billing_v1_ClaimCheckoutResponse__Output>
  EraseUser: MethodDefinition<_billing_v1_EraseUserRequest, _billing_v1_EraseUserResponse, _billing_v1_EraseUserRequest__Output, _billing_v1_EraseUserResponse__Output>
  ExportUser: MethodDefinition<_billing_v1_ExportUserRequest, _billing_v1_ExportUserResponse, _billing_v1_ExportUserRequest__Output, _billing_v1_ExportUserResponse__Output>
  RedeemCheckout: MethodDefinition<_billing_v1_RedeemCheckoutRequest, _billing_v1_RedeemCheckoutResponse, _billing_v1_RedeemCheckoutRequest__Output, _billing_v1_RedeemCheckoutResponse__Output>
}
