// Original file: billing/v1/billing_admin.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BillingFiguresRequest as _billing_v1_BillingFiguresRequest, BillingFiguresRequest__Output as _billing_v1_BillingFiguresRequest__Output } from '../../billing/v1/BillingFiguresRequest.ts';
import type { BillingFiguresResponse as _billing_v1_BillingFiguresResponse, BillingFiguresResponse__Output as _billing_v1_BillingFiguresResponse__Output } from '../../billing/v1/BillingFiguresResponse.ts';
import type { ListPaymentsRequest as _billing_v1_ListPaymentsRequest, ListPaymentsRequest__Output as _billing_v1_ListPaymentsRequest__Output } from '../../billing/v1/ListPaymentsRequest.ts';
import type { ListPaymentsResponse as _billing_v1_ListPaymentsResponse, ListPaymentsResponse__Output as _billing_v1_ListPaymentsResponse__Output } from '../../billing/v1/ListPaymentsResponse.ts';
import type { ListWebhooksRequest as _billing_v1_ListWebhooksRequest, ListWebhooksRequest__Output as _billing_v1_ListWebhooksRequest__Output } from '../../billing/v1/ListWebhooksRequest.ts';
import type { ListWebhooksResponse as _billing_v1_ListWebhooksResponse, ListWebhooksResponse__Output as _billing_v1_ListWebhooksResponse__Output } from '../../billing/v1/ListWebhooksResponse.ts';
import type { RefundPaymentRequest as _billing_v1_RefundPaymentRequest, RefundPaymentRequest__Output as _billing_v1_RefundPaymentRequest__Output } from '../../billing/v1/RefundPaymentRequest.ts';
import type { RefundPaymentResponse as _billing_v1_RefundPaymentResponse, RefundPaymentResponse__Output as _billing_v1_RefundPaymentResponse__Output } from '../../billing/v1/RefundPaymentResponse.ts';
import type { ReplayWebhookRequest as _billing_v1_ReplayWebhookRequest, ReplayWebhookRequest__Output as _billing_v1_ReplayWebhookRequest__Output } from '../../billing/v1/ReplayWebhookRequest.ts';
import type { ReplayWebhookResponse as _billing_v1_ReplayWebhookResponse, ReplayWebhookResponse__Output as _billing_v1_ReplayWebhookResponse__Output } from '../../billing/v1/ReplayWebhookResponse.ts';

/**
 * Payments, figures and webhooks, as the admin service shows them and acts on them.
 */
export interface BillingAdminServiceClient extends grpc.Client {
  /**
   * What was earned by month and by plan, what is active now, and how many trials became paid.
   */
  BillingFigures(argument: _billing_v1_BillingFiguresRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_BillingFiguresResponse__Output>): grpc.ClientUnaryCall;
  BillingFigures(argument: _billing_v1_BillingFiguresRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_BillingFiguresResponse__Output>): grpc.ClientUnaryCall;
  BillingFigures(argument: _billing_v1_BillingFiguresRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_BillingFiguresResponse__Output>): grpc.ClientUnaryCall;
  BillingFigures(argument: _billing_v1_BillingFiguresRequest, callback: grpc.requestCallback<_billing_v1_BillingFiguresResponse__Output>): grpc.ClientUnaryCall;
  /**
   * What was earned by month and by plan, what is active now, and how many trials became paid.
   */
  billingFigures(argument: _billing_v1_BillingFiguresRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_BillingFiguresResponse__Output>): grpc.ClientUnaryCall;
  billingFigures(argument: _billing_v1_BillingFiguresRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_BillingFiguresResponse__Output>): grpc.ClientUnaryCall;
  billingFigures(argument: _billing_v1_BillingFiguresRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_BillingFiguresResponse__Output>): grpc.ClientUnaryCall;
  billingFigures(argument: _billing_v1_BillingFiguresRequest, callback: grpc.requestCallback<_billing_v1_BillingFiguresResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Payments, newest first, page by page.
   */
  ListPayments(argument: _billing_v1_ListPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListPayments(argument: _billing_v1_ListPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListPayments(argument: _billing_v1_ListPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListPayments(argument: _billing_v1_ListPaymentsRequest, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Payments, newest first, page by page.
   */
  listPayments(argument: _billing_v1_ListPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listPayments(argument: _billing_v1_ListPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listPayments(argument: _billing_v1_ListPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listPayments(argument: _billing_v1_ListPaymentsRequest, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Events of the payment provider as the inbox holds them, newest first, page by page.
   */
  ListWebhooks(argument: _billing_v1_ListWebhooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _billing_v1_ListWebhooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _billing_v1_ListWebhooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  ListWebhooks(argument: _billing_v1_ListWebhooksRequest, callback: grpc.requestCallback<_billing_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Events of the payment provider as the inbox holds them, newest first, page by page.
   */
  listWebhooks(argument: _billing_v1_ListWebhooksRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _billing_v1_ListWebhooksRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _billing_v1_ListWebhooksRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  listWebhooks(argument: _billing_v1_ListWebhooksRequest, callback: grpc.requestCallback<_billing_v1_ListWebhooksResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Gives back a payment or a part of it. Safe to repeat: the command id decides. Fails with NOT_FOUND,
   * with INVALID_ARGUMENT for more than is left, and with FAILED_PRECONDITION when nothing is left, the bank has the
   * money back already or the id is that of a refund of another amount. UNAVAILABLE means that the refund is noted
   * and is made as soon as the provider answers.
   */
  RefundPayment(argument: _billing_v1_RefundPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  RefundPayment(argument: _billing_v1_RefundPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  RefundPayment(argument: _billing_v1_RefundPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  RefundPayment(argument: _billing_v1_RefundPaymentRequest, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Gives back a payment or a part of it. Safe to repeat: the command id decides. Fails with NOT_FOUND,
   * with INVALID_ARGUMENT for more than is left, and with FAILED_PRECONDITION when nothing is left, the bank has the
   * money back already or the id is that of a refund of another amount. UNAVAILABLE means that the refund is noted
   * and is made as soon as the provider answers.
   */
  refundPayment(argument: _billing_v1_RefundPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  refundPayment(argument: _billing_v1_RefundPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  refundPayment(argument: _billing_v1_RefundPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  refundPayment(argument: _billing_v1_RefundPaymentRequest, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Puts one event back to work, whatever became of it; its effects are never doubled. Fails with NOT_FOUND.
   */
  ReplayWebhook(argument: _billing_v1_ReplayWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  ReplayWebhook(argument: _billing_v1_ReplayWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  ReplayWebhook(argument: _billing_v1_ReplayWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  ReplayWebhook(argument: _billing_v1_ReplayWebhookRequest, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Puts one event back to work, whatever became of it; its effects are never doubled. Fails with NOT_FOUND.
   */
  replayWebhook(argument: _billing_v1_ReplayWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  replayWebhook(argument: _billing_v1_ReplayWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  replayWebhook(argument: _billing_v1_ReplayWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  replayWebhook(argument: _billing_v1_ReplayWebhookRequest, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Payments, figures and webhooks, as the admin service shows them and acts on them.
 */
export interface BillingAdminServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * What was earned by month and by plan, what is active now, and how many trials became paid.
   */
  BillingFigures: grpc.handleUnaryCall<_billing_v1_BillingFiguresRequest__Output, _billing_v1_BillingFiguresResponse>;
  
  /**
   * Payments, newest first, page by page.
   */
  ListPayments: grpc.handleUnaryCall<_billing_v1_ListPaymentsRequest__Output, _billing_v1_ListPaymentsResponse>;
  
  /**
   * Events of the payment provider as the inbox holds them, newest first, page by page.
   */
  ListWebhooks: grpc.handleUnaryCall<_billing_v1_ListWebhooksRequest__Output, _billing_v1_ListWebhooksResponse>;
  
  /**
   * Gives back a payment or a part of it. Safe to repeat: the command id decides. Fails with NOT_FOUND,
   * with INVALID_ARGUMENT for more than is left, and with FAILED_PRECONDITION when nothing is left, the bank has the
   * money back already or the id is that of a refund of another amount. UNAVAILABLE means that the refund is noted
   * and is made as soon as the provider answers.
   */
  RefundPayment: grpc.handleUnaryCall<_billing_v1_RefundPaymentRequest__Output, _billing_v1_RefundPaymentResponse>;
  
  /**
   * Puts one event back to work, whatever became of it; its effects are never doubled. Fails with NOT_FOUND.
   */
  ReplayWebhook: grpc.handleUnaryCall<_billing_v1_ReplayWebhookRequest__Output, _billing_v1_ReplayWebhookResponse>;
  
}

export interface BillingAdminServiceDefinition extends grpc.ServiceDefinition {
  BillingFigures: MethodDefinition<_billing_v1_BillingFiguresRequest, _billing_v1_BillingFiguresResponse, _billing_v1_BillingFiguresRequest__Output, _billing_v1_BillingFiguresResponse__Output>
  ListPayments: MethodDefinition<_billing_v1_ListPaymentsRequest, _billing_v1_ListPaymentsResponse, _billing_v1_ListPaymentsRequest__Output, _billing_v1_ListPaymentsResponse__Output>
  ListWebhooks: MethodDefinition<_billing_v1_ListWebhooksRequest, _billing_v1_ListWebhooksResponse, _billing_v1_ListWebhooksRequest__Output, _billing_v1_ListWebhooksResponse__Output>
  RefundPayment: MethodDefinition<_billing_v1_RefundPaymentRequest, _billing_v1_RefundPaymentResponse, _billing_v1_RefundPaymentRequest__Output, _billing_v1_RefundPaymentResponse__Output>
  ReplayWebhook: MethodDefinition<_billing_v1_ReplayWebhookRequest, _billing_v1_ReplayWebhookResponse, _billing_v1_ReplayWebhookRequest__Output, _billing_v1_ReplayWebhookResponse__Output>
}
