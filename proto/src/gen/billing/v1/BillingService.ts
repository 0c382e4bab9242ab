// Original file: billing/v1/billing.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ActivateSubscriptionRequest as _billing_v1_ActivateSubscriptionRequest, ActivateSubscriptionRequest__Output as _billing_v1_ActivateSubscriptionRequest__Output } from '../../billing/v1/ActivateSubscriptionRequest.ts';
import type { ActivateSubscriptionResponse as _billing_v1_ActivateSubscriptionResponse, ActivateSubscriptionResponse__Output as _billing_v1_ActivateSubscriptionResponse__Output } from '../../billing/v1/ActivateSubscriptionResponse.ts';
import type { CancelSubscriptionRequest as _billing_v1_CancelSubscriptionRequest, CancelSubscriptionRequest__Output as _billing_v1_CancelSubscriptionRequest__Output } from '../../billing/v1/CancelSubscriptionRequest.ts';
import type { CancelSubscriptionResponse as _billing_v1_CancelSubscriptionResponse, CancelSubscriptionResponse__Output as _billing_v1_CancelSubscriptionResponse__Output } from '../../billing/v1/CancelSubscriptionResponse.ts';
import type { GetEntitlementRequest as _billing_v1_GetEntitlementRequest, GetEntitlementRequest__Output as _billing_v1_GetEntitlementRequest__Output } from '../../billing/v1/GetEntitlementRequest.ts';
import type { GetEntitlementResponse as _billing_v1_GetEntitlementResponse, GetEntitlementResponse__Output as _billing_v1_GetEntitlementResponse__Output } from '../../billing/v1/GetEntitlementResponse.ts';
import type { GetSubscriptionRequest as _billing_v1_GetSubscriptionRequest, GetSubscriptionRequest__Output as _billing_v1_GetSubscriptionRequest__Output } from '../../billing/v1/GetSubscriptionRequest.ts';
import type { GetSubscriptionResponse as _billing_v1_GetSubscriptionResponse, GetSubscriptionResponse__Output as _billing_v1_GetSubscriptionResponse__Output } from '../../billing/v1/GetSubscriptionResponse.ts';

/**
 * Access to predictions, and the commands of admins.
 */
export interface BillingServiceClient extends grpc.Client {
  /**
   * Grants access without a payment: end = max(now, current manual end) + days.
   */
  ActivateSubscription(argument: _billing_v1_ActivateSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ActivateSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  ActivateSubscription(argument: _billing_v1_ActivateSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ActivateSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  ActivateSubscription(argument: _billing_v1_ActivateSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ActivateSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  ActivateSubscription(argument: _billing_v1_ActivateSubscriptionRequest, callback: grpc.requestCallback<_billing_v1_ActivateSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Grants access without a payment: end = max(now, current manual end) + days.
   */
  activateSubscription(argument: _billing_v1_ActivateSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ActivateSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  activateSubscription(argument: _billing_v1_ActivateSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ActivateSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  activateSubscription(argument: _billing_v1_ActivateSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ActivateSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  activateSubscription(argument: _billing_v1_ActivateSubscriptionRequest, callback: grpc.requestCallback<_billing_v1_ActivateSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Ends all access now, and cancels a subscription at the provider at its period end.
   */
  CancelSubscription(argument: _billing_v1_CancelSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_CancelSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  CancelSubscription(argument: _billing_v1_CancelSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_CancelSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  CancelSubscription(argument: _billing_v1_CancelSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_CancelSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  CancelSubscription(argument: _billing_v1_CancelSubscriptionRequest, callback: grpc.requestCallback<_billing_v1_CancelSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Ends all access now, and cancels a subscription at the provider at its period end.
   */
  cancelSubscription(argument: _billing_v1_CancelSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_CancelSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  cancelSubscription(argument: _billing_v1_CancelSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_CancelSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  cancelSubscription(argument: _billing_v1_CancelSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_CancelSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  cancelSubscription(argument: _billing_v1_CancelSubscriptionRequest, callback: grpc.requestCallback<_billing_v1_CancelSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Whether the user may request predictions now. An unknown user is not entitled; the call does not fail.
   */
  GetEntitlement(argument: _billing_v1_GetEntitlementRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetEntitlementResponse__Output>): grpc.ClientUnaryCall;
  GetEntitlement(argument: _billing_v1_GetEntitlementRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_GetEntitlementResponse__Output>): grpc.ClientUnaryCall;
  GetEntitlement(argument: _billing_v1_GetEntitlementRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetEntitlementResponse__Output>): grpc.ClientUnaryCall;
  GetEntitlement(argument: _billing_v1_GetEntitlementRequest, callback: grpc.requestCallback<_billing_v1_GetEntitlementResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Whether the user may request predictions now. An unknown user is not entitled; the call does not fail.
   */
  getEntitlement(argument: _billing_v1_GetEntitlementRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetEntitlementResponse__Output>): grpc.ClientUnaryCall;
  getEntitlement(argument: _billing_v1_GetEntitlementRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_GetEntitlementResponse__Output>): grpc.ClientUnaryCall;
  getEntitlement(argument: _billing_v1_GetEntitlementRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetEntitlementResponse__Output>): grpc.ClientUnaryCall;
  getEntitlement(argument: _billing_v1_GetEntitlementRequest, callback: grpc.requestCallback<_billing_v1_GetEntitlementResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * One user's subscription, and its state at the payment provider.
   */
  GetSubscription(argument: _billing_v1_GetSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  GetSubscription(argument: _billing_v1_GetSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  GetSubscription(argument: _billing_v1_GetSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  GetSubscription(argument: _billing_v1_GetSubscriptionRequest, callback: grpc.requestCallback<_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  /**
   * One user's subscription, and its state at the payment provider.
   */
  getSubscription(argument: _billing_v1_GetSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  getSubscription(argument: _billing_v1_GetSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  getSubscription(argument: _billing_v1_GetSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  getSubscription(argument: _billing_v1_GetSubscriptionRequest, callback: grpc.requestCallback<_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Access to predictions, and the commands of admins.
 */
export interface BillingServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Grants access without a payment: end = max(now, current manual end) + days.
   */
  ActivateSubscription: grpc.handleUnaryCall<_billing_v1_ActivateSubscriptionRequest__Output, _billing_v1_ActivateSubscriptionResponse>;
  
  /**
   * Ends all access now, and cancels a subscription at the provider at its period end.
   */
  CancelSubscription: grpc.handleUnaryCall<_billing_v1_CancelSubscriptionRequest__Output, _billing_v1_CancelSubscriptionResponse>;
  
  /**
   * Whether the user may request predictions now. An unknown user is not entitled; the call does not fail.
   */
  GetEntitlement: grpc.handleUnaryCall<_billing_v1_GetEntitlementRequest__Output, _billing_v1_GetEntitlementResponse>;
  
  /**
   * One user's subscription, and its state at the payment provider.
   */
  GetSubscription: grpc.handleUnaryCall<_billing_v1_GetSubscriptionRequest__Output, _billing_v1_GetSubscriptionResponse>;
  
}

export interface BillingServiceDefinition extends grpc.ServiceDefinition {
  ActivateSubscription: MethodDefinition<_billing_v1_ActivateSubscriptionRequest, _billing_v1_ActivateSubscriptionResponse, _billing_v1_ActivateSubscriptionRequest__Output, _billing_v1_ActivateSubscriptionResponse__Output>
  CancelSubscription: MethodDefinition<_billing_v1_CancelSubscriptionRequest, _billing_v1_CancelSubscriptionResponse, _billing_v1_CancelSubscriptionRequest__Output, _billing_v1_CancelSubscriptionResponse__Output>
  GetEntitlement: MethodDefinition<_billing_v1_GetEntitlementRequest, _billing_v1_GetEntitlementResponse, _billing_v1_GetEntitlementRequest__Output, _billing_v1_GetEntitlementResponse__Output>
  GetSubscription: MethodDefinition<_billing_v1_GetSubscriptionRequest, _billing_v1_GetSubscriptionResponse, _billing_v1_GetSubscriptionRequest__Output, _billing_v1_GetSubscriptionResponse__Output>
}
