import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AffiliateConversion as _billing_v1_AffiliateConversion, AffiliateConversion__Output as _billing_v1_AffiliateConversion__Output } from './billing/v1/AffiliateConversion.ts';
import type { BillingAccountsServiceClient as _billing_v1_BillingAccountsServiceClient, BillingAccountsServiceDefinition as _billing_v1_BillingAccountsServiceDefinition } from './billing/v1/BillingAccountsService.ts';
import type { ClaimCheckoutRequest as _billing_v1_ClaimCheckoutRequest, ClaimCheckoutRequest__Output as _billing_v1_ClaimCheckoutRequest__Output } from './billing/v1/ClaimCheckoutRequest.ts';
import type { ClaimCheckoutResponse as _billing_v1_ClaimCheckoutResponse, ClaimCheckoutResponse__Output as _billing_v1_ClaimCheckoutResponse__Output } from './billing/v1/ClaimCheckoutResponse.ts';
import type { PaymentState as _billing_v1_PaymentState, PaymentState__Output as _billing_v1_PaymentState__Output } from './billing/v1/PaymentState.ts';
import type { RedeemCheckoutRequest as _billing_v1_RedeemCheckoutRequest, RedeemCheckoutRequest__Output as _billing_v1_RedeemCheckoutRequest__Output } from './billing/v1/RedeemCheckoutRequest.ts';
import type { RedeemCheckoutResponse as _billing_v1_RedeemCheckoutResponse, RedeemCheckoutResponse__Output as _billing_v1_RedeemCheckoutResponse__Output } from './billing/v1/RedeemCheckoutResponse.ts';
import type { SubscriptionState as _billing_v1_SubscriptionState, SubscriptionState__Output as _billing_v1_SubscriptionState__Output } from './billing/v1/SubscriptionState.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  billing: {
    v1: {
      AffiliateConversion: MessageTypeDefinition<_billing_v1_AffiliateConversion, _billing_v1_AffiliateConversion__Output>
      /**
       * Guest purchases, for identity.
       */
      BillingAccountsService: SubtypeConstructor<typeof grpc.Client, _billing_v1_BillingAccountsServiceClient> & { service: _billing_v1_BillingAccountsServiceDefinition }
      ClaimCheckoutRequest: MessageTypeDefinition<_billing_v1_ClaimCheckoutRequest, _billing_v1_ClaimCheckoutRequest__Output>
      ClaimCheckoutResponse: MessageTypeDefinition<_billing_v1_ClaimCheckoutResponse, _billing_v1_ClaimCheckoutResponse__Output>
      PaymentState: MessageTypeDefinition<_billing_v1_PaymentState, _billing_v1_PaymentState__Output>
      RedeemCheckoutRequest: MessageTypeDefinition<_billing_v1_RedeemCheckoutRequest, _billing_v1_RedeemCheckoutRequest__Output>
      RedeemCheckoutResponse: MessageTypeDefinition<_billing_v1_RedeemCheckoutResponse, _billing_v1_RedeemCheckoutResponse__Output>
      SubscriptionState: MessageTypeDefinition<_billing_v1_SubscriptionState, _billing_v1_SubscriptionState__Output>
    }
  }
}

