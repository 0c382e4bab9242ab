// Original file: billing/v1/billing_accounts.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ClaimCheckoutRequest as _billing_v1_ClaimCheckoutRequest, ClaimCheckoutRequest__Output as _billing_v1_ClaimCheckoutRequest__Output } from '../../billing/v1/ClaimCheckoutRequest.ts';
import type { ClaimCheckoutResponse as _billing_v1_ClaimCheckoutResponse, ClaimCheckoutResponse__Output as _billing_v1_ClaimCheckoutResponse__Output } from '../../billing/v1/ClaimCheckoutResponse.ts';
import type { RedeemCheckoutRequest as _billing_v1_RedeemCheckoutRequest, RedeemCheckoutRequest__Output as _billing_v1_RedeemCheckoutRequest__Output } from '../../billing/v1/RedeemCheckoutRequest.ts';
import type { RedeemCheckoutResponse as _billing_v1_RedeemCheckoutResponse, RedeemCheckoutResponse__Output as _billing_v1_RedeemCheckoutResponse__Output } from '../../billing/v1/RedeemCheckoutResponse.ts';

/**
 * Guest purchases, for identity.
 */
export interface BillingAccountsServiceClient extends grpc.Client {
  /**
   * Attaches a purchase to the account of the user who followed the emailed link. Safe to repeat for the same account.
   * Fails with NOT_FOUND for another account and for a checkout that cannot be claimed.
   */
  ClaimCheckout(argument: _billing_v1_ClaimCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  ClaimCheckout(argument: _billing_v1_ClaimCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  ClaimCheckout(argument: _billing_v1_ClaimCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  ClaimCheckout(argument: _billing_v1_ClaimCheckoutRequest, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Attaches a purchase to the account of the user who followed the emailed link. Safe to repeat for the same account.
   * Fails with NOT_FOUND for another account and for a checkout that cannot be claimed.
   */
  claimCheckout(argument: _billing_v1_ClaimCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  claimCheckout(argument: _billing_v1_ClaimCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  claimCheckout(argument: _billing_v1_ClaimCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  claimCheckout(argument: _billing_v1_ClaimCheckoutRequest, callback: grpc.requestCallback<_billing_v1_ClaimCheckoutResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Returns the account that a paid checkout opened, once, to the browser that started the checkout. Fails with
   * NOT_FOUND for a wrong, used or expired secret and for an account that existed before, and with FAILED_PRECONDITION
   * while the checkout is unpaid.
   */
  RedeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  RedeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  RedeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  RedeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Returns the account that a paid checkout opened, once, to the browser that started the checkout. Fails with
   * NOT_FOUND for a wrong, used or expired secret and for an account that existed before, and with FAILED_PRECONDITION
   * while the checkout is unpaid.
   */
  redeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  redeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  redeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  redeemCheckout(argument: _billing_v1_RedeemCheckoutRequest, callback: grpc.requestCallback<_billing_v1_RedeemCheckoutResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Guest purchases, for identity.
 */
export interface BillingAccountsServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Attaches a purchase to the account of the user who followed the emailed link. Safe to repeat for the same account.
   * Fails with NOT_FOUND for another account and for a checkout that cannot be claimed.
   */
  ClaimCheckout: grpc.handleUnaryCall<_billing_v1_ClaimCheckoutRequest__Output, _billing_v1_ClaimCheckoutResponse>;
  
  /**
   * Returns the account that a paid checkout opened, once, to the browser that started the checkout. Fails with
   * NOT_FOUND for a wrong, used or expired secret and for an account that existed before, and with FAILED_PRECONDITION
   * while the checkout is unpaid.
   */
  RedeemCheckout: grpc.handleUnaryCall<_billing_v1_RedeemCheckoutRequest__Output, _billing_v1_RedeemCheckoutResponse>;
  
}

export interface BillingAccountsServiceDefinition extends grpc.ServiceDefinition {
  ClaimCheckout: MethodDefinition<_billing_v1_ClaimCheckoutRequest, _billing_v1_ClaimCheckoutResponse, _billing_v1_ClaimCheckoutRequest__Output, _billing_v1_ClaimCheckoutResponse__Output>
  RedeemCheckout: MethodDefinition<_billing_v1_RedeemCheckoutRequest, _billing_v1_RedeemCheckoutResponse, _billing_v1_RedeemCheckoutRequest__Output, _billing_v1_RedeemCheckoutResponse__Output>
}
