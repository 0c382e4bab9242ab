// Original file: billing/v1/billing.proto

import type { SubscriptionState as _billing_v1_SubscriptionState, SubscriptionState__Output as _billing_v1_SubscriptionState__Output } from '../../billing/v1/SubscriptionState.ts';
import type { ProviderSubscription as _billing_v1_ProviderSubscription, ProviderSubscription__Output as _billing_v1_ProviderSubscription__Output } from '../../billing/v1/ProviderSubscription.ts';
import type { Long } from '@grpc/proto-loader';

export interface GetSubscriptionResponse {
  'subscription'?: (_billing_v1_SubscriptionState | null) | undefined;
  'version'?: (number | string | Long) | undefined;
  'providerCustomerId'?: (string) | undefined;
  /**
   * Starts with "manual_" when an admin granted the access.
   */
  'providerSubscriptionId'?: (string) | undefined;
  'provider'?: (_billing_v1_ProviderSubscription | null) | undefined;
  '_providerCustomerId'?: "providerCustomerId";
  '_providerSubscriptionId'?: "providerSubscriptionId";
  '_provider'?: "provider";
}

export interface GetSubscriptionResponse__Output {
  'subscription': (_billing_v1_SubscriptionState__Output | null);
  'version': (number);
  'providerCustomerId'?: (string);
  /**
   * Starts with "manual_" when an admin granted the access.
   */
  'providerSubscriptionId'?: (string);
  'provider'?: (_billing_v1_ProviderSubscription__Output | null);
  '_providerCustomerId'?: "providerCustomerId";
  '_providerSubscriptionId'?: "providerSubscriptionId";
  '_provider'?: "provider";
}
