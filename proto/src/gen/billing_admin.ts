import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AffiliateConversion as _billing_v1_AffiliateConversion, AffiliateConversion__Output as _billing_v1_AffiliateConversion__Output } from './billing/v1/AffiliateConversion.ts';
import type { BillingAdminServiceClient as _billing_v1_BillingAdminServiceClient, BillingAdminServiceDefinition as _billing_v1_BillingAdminServiceDefinition } from './billing/v1/BillingAdminService.ts';
import type { GetWebhookRequest as _billing_v1_GetWebhookRequest, GetWebhookRequest__Output as _billing_v1_GetWebhookRequest__Output } from './billing/v1/GetWebhookRequest.ts';
import type { GetWebhookResponse as _billing_v1_GetWebhookResponse, GetWebhookResponse__Output as _billing_v1_GetWebhookResponse__Output } from './billing/v1/GetWebhookResponse.ts';
import type { ListPaymentsRequest as _billing_v1_ListPaymentsRequest, ListPaymentsRequest__Output as _billing_v1_ListPaymentsRequest__Output } from './billing/v1/ListPaymentsRequest.ts';
import type { ListPaymentsResponse as _billing_v1_ListPaymentsResponse, ListPaymentsResponse__Output as _billing_v1_ListPaymentsResponse__Output } from './billing/v1/ListPaymentsResponse.ts';
import type { PaymentState as _billing_v1_PaymentState, PaymentState__Output as _billing_v1_PaymentState__Output } from './billing/v1/PaymentState.ts';
import type { RefundPaymentRequest as _billing_v1_RefundPaymentRequest, RefundPaymentRequest__Output as _billing_v1_RefundPaymentRequest__Output } from './billing/v1/RefundPaymentRequest.ts';
import type { RefundPaymentResponse as _billing_v1_RefundPaymentResponse, RefundPaymentResponse__Output as _billing_v1_RefundPaymentResponse__Output } from './billing/v1/RefundPaymentResponse.ts';
import type { ReplayWebhookRequest as _billing_v1_ReplayWebhookRequest, ReplayWebhookRequest__Output as _billing_v1_ReplayWebhookRequest__Output } from './billing/v1/ReplayWebhookRequest.ts';
import type { ReplayWebhookResponse as _billing_v1_ReplayWebhookResponse, ReplayWebhookResponse__Output as _billing_v1_ReplayWebhookResponse__Output } from './billing/v1/ReplayWebhookResponse.ts';
import type { SubscriptionState as _billing_v1_SubscriptionState, SubscriptionState__Output as _billing_v1_SubscriptionState__Output } from './billing/v1/SubscriptionState.ts';
import type { WebhookEvent as _billing_v1_WebhookEvent, WebhookEvent__Output as _billing_v1_WebhookEvent__Output } from './billing/v1/WebhookEvent.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  billing: {
    v1: {
      AffiliateConversion: MessageTypeDefinition<_billing_v1_AffiliateConversion, _billing_v1_AffiliateConversion__Output>
      /**
       * Payments and webhooks, as the admin service acts on them.
       */
      BillingAdminService: SubtypeConstructor<typeof grpc.Client, _billing_v1_BillingAdminServiceClient> & { service: _billing_v1_BillingAdminServiceDefinition }
      GetWebhookRequest: MessageTypeDefinition<_billing_v1_GetWebhookRequest, _billing_v1_GetWebhookRequest__Output>
      GetWebhookResponse: MessageTypeDefinition<_billing_v1_GetWebhookResponse, _billing_v1_GetWebhookResponse__Output>
      ListPaymentsRequest: MessageTypeDefinition<_billing_v1_ListPaymentsRequest, _billing_v1_ListPaymentsRequest__Output>
      ListPaymentsResponse: MessageTypeDefinition<_billing_v1_ListPaymentsResponse, _billing_v1_ListPaymentsResponse__Output>
      PaymentState: MessageTypeDefinition<_billing_v1_PaymentState, _billing_v1_PaymentState__Output>
      RefundPaymentRequest: MessageTypeDefinition<_billing_v1_RefundPaymentRequest, _billing_v1_RefundPaymentRequest__Output>
      RefundPaymentResponse: MessageTypeDefinition<_billing_v1_RefundPaymentResponse, _billing_v1_RefundPaymentResponse__Output>
      ReplayWebhookRequest: MessageTypeDefinition<_billing_v1_ReplayWebhookRequest, _billing_v1_ReplayWebhookRequest__Output>
      ReplayWebhookResponse: MessageTypeDefinition<_billing_v1_ReplayWebhookResponse, _billing_v1_ReplayWebhookResponse__Output>
      SubscriptionState: MessageTypeDefinition<_billing_v1_SubscriptionState, _billing_v1_SubscriptionState__Output>
      WebhookEvent: MessageTypeDefinition<_billing_v1_WebhookEvent, _billing_v1_WebhookEvent__Output>
    }
  }
}

