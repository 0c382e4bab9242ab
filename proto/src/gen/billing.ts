import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ActivateSubscriptionRequest as _billing_v1_ActivateSubscriptionRequest, ActivateSubscriptionRequest__Output as _billing_v1_ActivateSubscriptionRequest__Output } from './billing/v1/ActivateSubscriptionRequest.ts';
import type { ActivateSubscriptionResponse as _billing_v1_ActivateSubscriptionResponse, ActivateSubscriptionResponse__Output as _billing_v1_ActivateSubscriptionResponse__Output } from './billing/v1/ActivateSubscriptionResponse.ts';
import type { AffiliateConversion as _billing_v1_AffiliateConversion, AffiliateConversion__Output as _billing_v1_AffiliateConversion__Output } from './billing/v1/AffiliateConversion.ts';
import type { BillingServiceClient as _billing_v1_BillingServiceClient, BillingServiceDefinition as _billing_v1_BillingServiceDefinition } from './billing/v1/BillingService.ts';
import type { CancelSubscriptionRequest as _billing_v1_CancelSubscriptionRequest, CancelSubscriptionRequest__Output as _billing_v1_CancelSubscriptionRequest__Output } from './billing/v1/CancelSubscriptionRequest.ts';
import type { CancelSubscriptionResponse as _billing_v1_CancelSubscriptionResponse, CancelSubscriptionResponse__Output as _billing_v1_CancelSubscriptionResponse__Output } from './billing/v1/CancelSubscriptionResponse.ts';
import type { GetEntitlementRequest as _billing_v1_GetEntitlementRequest, GetEntitlementRequest__Output as _billing_v1_GetEntitlementRequest__Output } from './billing/v1/GetEntitlementRequest.ts';
import type { GetEntitlementResponse as _billing_v1_GetEntitlementResponse, GetEntitlementResponse__Output as _billing_v1_GetEntitlementResponse__Output } from './billing/v1/GetEntitlementResponse.ts';
import type { GetSubscriptionRequest as _billing_v1_GetSubscriptionRequest, GetSubscriptionRequest__Output as _billing_v1_GetSubscriptionRequest__Output } from './billing/v1/GetSubscriptionRequest.ts';
import type { GetSubscriptionResponse as _billing_v1_GetSubscriptionResponse, GetSubscriptionResponse__Output as _billing_v1_GetSubscriptionResponse__Output } from './billing/v1/GetSubscriptionResponse.ts';
import type { PaymentState as _billing_v1_PaymentState, PaymentState__Output as _billing_v1_PaymentState__Output } from './billing/v1/PaymentState.ts';
import type { ProviderSubscription as _billing_v1_ProviderSubscription, ProviderSubscription__Output as _billing_v1_ProviderSubscription__Output } from './billing/v1/ProviderSubscription.ts';
import type { SubscriptionState as _billing_v1_SubscriptionState, SubscriptionState__Output as _billing_v1_SubscriptionState__Output } from './billing/v1/SubscriptionState.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  billing: {
    v1: {
      ActivateSubscriptionRequest: MessageTypeDefinition<_billing_v1_ActivateSubscriptionRequest, _billing_v1_ActivateSubscriptionRequest__Output>
      ActivateSubscriptionResponse: MessageTypeDefinition<_billing_v1_ActivateSubscriptionResponse, _billing_v1_ActivateSubscriptionResponse__Output>
      AffiliateConversion: MessageTypeDefinition<_billing_v1_AffiliateConversion, _billing_v1_AffiliateConversion__Output>
      /**
       * Access to predictions, and the commands of admins.
       */
      BillingService: SubtypeConstructor<typeof grpc.Client, _billing_v1_BillingServiceClient> & { service: _billing_v1_BillingServiceDefinition }
      CancelSubscriptionRequest: MessageTypeDefinition<_billing_v1_CancelSubscriptionRequest, _billing_v1_CancelSubscriptionRequest__Output>
      CancelSubscriptionResponse: MessageTypeDefinition<_billing_v1_CancelSubscriptionResponse, _billing_v1_CancelSubscriptionResponse__Output>
      GetEntitlementRequest: MessageTypeDefinition<_billing_v1_GetEntitlementRequest, _billing_v1_GetEntitlementRequest__Output>
      GetEntitlementResponse: MessageTypeDefinition<_billing_v1_GetEntitlementResponse, _billing_v1_GetEntitlementResponse__Output>
      GetSubscriptionRequest: MessageTypeDefinition<_billing_v1_GetSubscriptionRequest, _billing_v1_GetSubscriptionRequest__Output>
      GetSubscriptionResponse: MessageTypeDefinition<_billing_v1_GetSubscriptionResponse, _billing_v1_GetSubscriptionResponse__Output>
      PaymentState: MessageTypeDefinition<_billing_v1_PaymentState, _billing_v1_PaymentState__Output>
      ProviderSubscription: MessageTypeDefinition<_billing_v1_ProviderSubscription, _billing_v1_ProviderSubscription__Output>
      SubscriptionState: MessageTypeDefinition<_billing_v1_SubscriptionState, _billing_v1_SubscriptionState__Output>
    }
  }
}

