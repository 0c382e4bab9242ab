import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AffiliateConversion as _billing_v1_AffiliateConversion, AffiliateConversion__Output as _billing_v1_AffiliateConversion__Output } from './billing/v1/AffiliateConversion.ts';
import type { PaymentState as _billing_v1_PaymentState, PaymentState__Output as _billing_v1_PaymentState__Output } from './billing/v1/PaymentState.ts';
import type { SubscriptionState as _billing_v1_SubscriptionState, SubscriptionState__Output as _billing_v1_SubscriptionState__Output } from './billing/v1/SubscriptionState.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  billing: {
    v1: {
      AffiliateConversion: MessageTypeDefinition<_billing_v1_AffiliateConversion, _billing_v1_AffiliateConversion__Output>
      PaymentState: MessageTypeDefinition<_billing_v1_PaymentState, _billing_v1_PaymentState__Output>
      SubscriptionState: MessageTypeDefinition<_billing_v1_SubscriptionState, _billing_v1_SubscriptionState__Output>
    }
  }
}

