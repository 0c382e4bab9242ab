// Original file: billing/v1/billing_admin.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetWebhookRequest as _billing_v1_GetWebhookRequest, GetWebhookRequest__Output as _billing_v1_GetWebhookRequest__Output } from '../../billing/v1/GetWebhookRequest.ts';
import type { GetWebhookResponse as _billing_v1_GetWebhookResponse, GetWebhookResponse__Output as _billing_v1_GetWebhookResponse__Output } from '../../billing/v1/GetWebhookResponse.ts';
import type { ListPaymentsRequest as _billing_v1_ListPaymentsRequest, ListPaymentsRequest__Output as _billing_v1_ListPaymentsRequest__Output } from '../../billing/v1/ListPaymentsRequest.ts';
import type { ListPaymentsResponse as _billing_v1_ListPaymentsResponse, ListPaymentsResponse__Output as _billing_v1_ListPaymentsResponse__Output } from '../../billing/v1/ListPaymentsResponse.ts';
import type { RefundPaymentRequest as _billing_v1_RefundPaymentRequest, RefundPaymentRequest__Output as _billing_v1_RefundPaymentRequest__Output } from '../../billing/v1/RefundPaymentRequest.ts';
import type { RefundPaymentResponse as _billing_v1_RefundPaymentResponse, RefundPaymentResponse__Output as _billing_v1_RefundPaymentResponse__Output } from '../../billing/v1/RefundPaymentResponse.ts';
import type { ReplayWebhookRequest as _billing_v1_ReplayWebhookRequest, ReplayWebhookRequest__Output as _billing_v1_ReplayWebhookRequest__Output } from '../../billing/v1/ReplayWebhookRequest.ts';
import type { ReplayWebhookResponse as _billing_v1_ReplayWebhookResponse, ReplayWebhookResponse__Output as _billing_v1_ReplayWebhookResponse__Output } from '../../billing/v1/ReplayWebhookResponse.ts';

/**
 * Payments and webhooks, as the admin service acts on them.
 */
export interface BillingAdminServiceClient extends grpc.Client {
  /**
   * One event of the payment provider in the inbox. Fails with NOT_FOUND.
   */
  GetWebhook(argument: _billing_v1_GetWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetWebhookResponse__Output>): grpc.ClientUnaryCall;
  GetWebhook(argument: _billing_v1_GetWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_GetWebhookResponse__Output>): grpc.ClientUnaryCall;
  GetWebhook(argument: _billing_v1_GetWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetWebhookResponse__Output>): grpc.ClientUnaryCall;
  GetWebhook(argument: _billing_v1_GetWebhookRequest, callback: grpc.requestCallback<_billing_v1_GetWebhookResponse__Output>): grpc.ClientUnaryCall;
  /**
   * One event of the payment provider in the inbox. Fails with NOT_FOUND.
   */
  getWebhook(argument: _billing_v1_GetWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetWebhookResponse__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _billing_v1_GetWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_GetWebhookResponse__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _billing_v1_GetWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_GetWebhookResponse__Output>): grpc.ClientUnaryCall;
  getWebhook(argument: _billing_v1_GetWebhookRequest, callback: grpc.requestCallback<_billing_v1_GetWebhookResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Payments, newest first.
   */
  ListPayments(argument: _billing_v1_ListPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListPayments(argument: _billing_v1_ListPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListPayments(argument: _billing_v1_ListPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  ListPayments(argument: _billing_v1_ListPaymentsRequest, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Payments, newest first.
   */
  listPayments(argument: _billing_v1_ListPaymentsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listPayments(argument: _billing_v1_ListPaymentsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listPayments(argument: _billing_v1_ListPaymentsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  listPayments(argument: _billing_v1_ListPaymentsRequest, callback: grpc.requestCallback<_billing_v1_ListPaymentsResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Refunds a payment or a part of it. Fails with NOT_FOUND, with INVALID_ARGUMENT for more than the unrefunded amount,
   * and with FAILED_PRECONDITION when everything is refunded, the payment is disputed, or the command id belongs to a
   * refund of another amount. UNAVAILABLE means that the refund is stored and happens when the provider responds.
   */
  RefundPayment(argument: _billing_v1_RefundPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  RefundPayment(argument: _billing_v1_RefundPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  RefundPayment(argument: _billing_v1_RefundPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  RefundPayment(argument: _billing_v1_RefundPaymentRequest, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Refunds a payment or a part of it. Fails with NOT_FOUND, with INVALID_ARGUMENT for more than the unrefunded amount,
   * and with FAILED_PRECONDITION when everything is refunded, the payment is disputed, or the command id belongs to a
   * refund of another amount. UNAVAILABLE means that the refund is stored and happens when the provider responds.
   */
  refundPayment(argument: _billing_v1_RefundPaymentRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  refundPayment(argument: _billing_v1_RefundPaymentRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  refundPayment(argument: _billing_v1_RefundPaymentRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  refundPayment(argument: _billing_v1_RefundPaymentRequest, callback: grpc.requestCallback<_billing_v1_RefundPaymentResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Makes one event due again, whatever its outcome; its effects are never doubled. Fails with NOT_FOUND.
   */
  ReplayWebhook(argument: _billing_v1_ReplayWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  ReplayWebhook(argument: _billing_v1_ReplayWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  ReplayWebhook(argument: _billing_v1_ReplayWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  ReplayWebhook(argument: _billing_v1_ReplayWebhookRequest, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Makes one event due again, whatever its outcome; its effects are never doubled. Fails with NOT_FOUND.
   */
  replayWebhook(argument: _billing_v1_ReplayWebhookRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  replayWebhook(argument: _billing_v1_ReplayWebhookRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  replayWebhook(argument: _billing_v1_ReplayWebhookRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  replayWebhook(argument: _billing_v1_ReplayWebhookRequest, callback: grpc.requestCallback<_billing_v1_ReplayWebhookResponse__Output>): grpc.ClientUnaryCall;
  
}

/**
 * Payments and webhooks, as the admin service acts on them.
 */
export interface BillingAdminServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * One event of the payment provider in the inbox. Fails with NOT_FOUND.
   */
  GetWebhook: grpc.handleUnaryCall<_billing_v1_GetWebhookRequest__Output, _billing_v1_GetWebhookResponse>;
  
  /**
   * Payments, newest first.
   */
  ListPayments: grpc.handleUnaryCall<_billing_v1_ListPaymentsRequest__Output, _billing_v1_ListPaymentsResponse>;
  
  /**
   * Refunds a payment or a part of it. Fails with NOT_FOUND, with INVALID_ARGUMENT for more than the unrefunded amount,
   * and with FAILED_PRECONDITION when everything is refunded, the payment is disputed, or the command id belongs to a
   * refund of another amount. UNAVAILABLE means that the refund is stored and happens when the provider responds.
   */
  RefundPayment: grpc.handleUnaryCall<_billing_v1_RefundPaymentRequest__Output, _billing_v1_RefundPaymentResponse>;
  
  /**
   * Makes one event due again, whatever its outcome; its effects are never doubled. Fails with NOT_FOUND.
   */
  ReplayWebhook: grpc.handleUnaryCall<_billing_v1_ReplayWebhookRequest__Output, _billing_v1_ReplayWebhookResponse>;
  
}

export interface BillingAdminServiceDefinition extends grpc.ServiceDefinition {
  GetWebhook: MethodDefinition<_billing_v1_GetWebhookRequest, _billing_v1_GetWebhookResponse, _billing_v1_GetWebhookRequest__Output, _billing_v1_GetWebhookResponse__Output>
  ListPayments: MethodDefinition<_billing_v1_ListPaymentsRequest, _billing_v1_ListPaymentsResponse, _billing_v1_ListPaymentsRequest__Output, _billing_v1_ListPaymentsResponse__Output>
  RefundPayment: MethodDefinition<_billing_v1_RefundPaymentRequest, _billing_v1_RefundPaymentResponse, _billing_v1_RefundPaymentRequest__Output, _billing_v1_RefundPaymentResponse__Output>
  ReplayWebhook: MethodDefinition<_billing_v1_ReplayWebhookRequest, _billing_v1_ReplayWebhookResponse, _billing_v1_ReplayWebhookRequest__Output, _billing_v1_ReplayWebhookResponse__Output>
}
