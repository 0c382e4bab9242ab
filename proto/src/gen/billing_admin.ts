import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ActiveFigures as _billing_v1_ActiveFigures, ActiveFigures__Output as _billing_v1_ActiveFigures__Output } from './billing/v1/ActiveFigures.ts';
import type { AffiliateConversion as _billing_v1_AffiliateConversion, AffiliateConversion__Output as _billing_v1_AffiliateConversion__Output } from './billing/v1/AffiliateConversion.ts';
import type { BillingAdminServiceClient as _billing_v1_BillingAdminServiceClient, BillingAdminServiceDefinition as _billing_v1_BillingAdminServiceDefinition } from './billing/v1/BillingAdminService.ts';
import type { BillingFiguresRequest as _billing_v1_BillingFiguresRequest, BillingFiguresRequest__Output as _billing_v1_BillingFiguresRequest__Output } from './billing/v1/BillingFiguresRequest.ts';
import type { BillingFiguresResponse as _billing_v1_BillingFiguresResponse, BillingFiguresResponse__Output as _billing_v1_BillingFiguresResponse__Output } from './billing/v1/BillingFiguresResponse.ts';
import type { ListPaymentsRequest as _billing_v1_ListPaymentsRequest, ListPaymentsRequest__Output as _billing_v1_ListPaymentsRequest__Output } from './billing/v1/ListPaymentsRequest.ts';
import type { ListPaymentsResponse as _billing_v1_ListPaymentsResponse, ListPaymentsResponse__Output as _billing_v1_ListPaymentsResponse__Output } from './billing/v1/ListPaymentsResponse.ts';
import type { ListWebhooksRequest as _billing_v1_ListWebhooksRequest, ListWebhooksRequest__Output as _billing_v1_ListWebhooksRequest__Output } from './billing/v1/ListWebhooksRequest.ts';
import type { ListWebhooksResponse as _billing_v1_ListWebhooksResponse, ListWebhooksResponse__Output as _billing_v1_ListWebhooksResponse__Output } from './billing/v1/ListWebhooksResponse.ts';
import type { MonthFigures as _billing_v1_MonthFigures, MonthFigures__Output as _billing_v1_MonthFigures__Output } from './billing/v1/MonthFigures.ts';
import type { PaymentState as _billing_v1_PaymentState, PaymentState__Output as _billing_v1_PaymentState__Output } from './billing/v1/PaymentState.ts';
import type { PlanFigures as _billing_v1_PlanFigures, PlanFigures__Output as _billing_v1_PlanFigures__Output } from './billing/v1/PlanFigures.ts';
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
      ActiveFigures: MessageTypeDefinition<_billing_v1_ActiveFigures, _billing_v1_ActiveFigures__Output>
      AffiliateConversion: MessageTypeDefinition<_billing_v1_AffiliateConversion, _billing_v1_AffiliateConversion__Output>
      /**
       * Payments, figures and webhooks, as the admin service shows them and acts on them.
       */
      BillingAdminService: SubtypeConstructor<typeof grpc.Client, _billing_v1_BillingAdminServiceClient> & { service: _billing_v1_BillingAdminServiceDefinition }
      BillingFiguresRequest: MessageTypeDefinition<_billing_v1_BillingFiguresRequest, _billing_v1_BillingFiguresRequest__Output>
      BillingFiguresResponse: MessageTypeDefinition<_billing_v1_BillingFiguresResponse, _billing_v1_BillingFiguresResponse__Output>
      ListPaymentsRequest: MessageTypeDefinition<_billing_v1_ListPaymentsRequest, _billing_v1_ListPaymentsRequest__Output>
      ListPaymentsResponse: MessageTypeDefinition<_billing_v1_ListPaymentsResponse, _billing_v1_ListPaymentsResponse__Output>
      ListWebhooksRequest: MessageTypeDefinition<_billing_v1_ListWebhooksRequest, _billing_v1_ListWebhooksRequest__Output>
      ListWebhooksResponse: MessageTypeDefinition<_billing_v1_ListWebhooksResponse, _billing_v1_ListWebhooksResponse__Output>
      MonthFigures: MessageTypeDefinition<_billing_v1_MonthFigures, _billing_v1_MonthFigures__Output>
      PaymentState: MessageTypeDefinition<_billing_v1_PaymentState, _billing_v1_PaymentState__Output>
      PlanFigures: MessageTypeDefinition<_billing_v1_PlanFigures, _billing_v1_PlanFigures__Output>
      RefundPaymentRequest: MessageTypeDefinition<_billing_v1_RefundPaymentRequest, _billing_v1_RefundPaymentRequest__Output>
      RefundPaymentResponse: MessageTypeDefinition<_billing_v1_RefundPaymentResponse, _billing_v1_RefundPaymentResponse__Output>
      ReplayWebhookRequest: MessageTypeDefinition<_billing_v1_ReplayWebhookRequest, _billing_v1_ReplayWebhookRequest__Output>
      ReplayWebhookResponse: MessageTypeDefinition<_billing_v1_ReplayWebhookResponse, _billing_v1_ReplayWebhookResponse__Output>
      SubscriptionState: MessageTypeDefinition<_billing_v1_SubscriptionState, _billing_v1_SubscriptionState__Output>
      WebhookEvent: MessageTypeDefinition<_billing_v1_WebhookEvent, _billing_v1_WebhookEvent__Output>
    }
  }
}

