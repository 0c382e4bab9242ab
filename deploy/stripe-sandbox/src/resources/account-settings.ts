import { z } from "zod";
import { byId, endpoint, list, retrieve } from "../http/endpoint.ts";
import { bool, listOf, mergeMetadata, metadata, orUnset, text, url } from "../http/params.ts";
import { newId } from "../objects/build.ts";
import templates from "../objects/templates.json" with { type: "json" };
import type { PortalConfiguration, WebhookEndpoint } from "../objects/types.ts";
import { change, create } from "../state/world.ts";

const enabled = z.strictObject({ enabled: bool });

const portalFeatures = z.strictObject({
  customer_update: enabled.optional(),
  invoice_history: enabled.optional(),
  payment_method_update: enabled.optional(),
  subscription_cancel: z
    .strictObject({ enabled: bool, mode: z.enum(["at_period_end", "immediately"]).optional() })
    .optional(),
  subscription_update: enabled.optional(),
});

const portalFields = {
  business_profile: z
    .strictObject({
      headline: orUnset(text(60)).optional(),
      privacy_policy_url: url.optional(),
      terms_of_service_url: url.optional(),
    })
    .optional(),
  default_return_url: orUnset(url).optional(),
  features: portalFeatures.optional(),
};

const endpointFields = {
  description: orUnset(text(5_000)).optional(),
  metadata: metadata.optional(),
};

/** The account itself, its webhook endpoints, and the settings of its customer portal. */
export const accountSettings = [
  // The account id is stored with the data, so it survives a rotation of the secret key.
  endpoint("GET /v1/account", {}, ({ settings }) => {
    const id = settings.read("account", "") || newId("acct", 16);
    settings.write("account", id);
    return { ...templates.account, id };
  }),
  endpoint(
    "POST /v1/webhook_endpoints",
    {
      ...endpointFields,
      api_version: text().optional(),
      enabled_events: listOf(text(), 300),
      url,
    },
    (world, { params }) => {
      const made = {
        ...params,
        api_version: params.api_version ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
      };
      // Stripe shows the secret in the response to this call only.
      return { ...create(world, "webhook_endpoint", made), secret: newId("whsec", 32) };
    },
  ),
  retrieve("webhook_endpoint", "/v1/webhook_endpoints"),
  endpoint(
    "POST /v1/webhook_endpoints/:id",
    {
      ...endpointFields,
      disabled: bool.optional(),
      enabled_events: listOf(text(), 300).optional(),
      url: url.optional(),
    },
    (world, { id, params: { disabled, ...params } }) => {
      const found = byId(world, "webhook_endpoint", id);
      const patch: Partial<WebhookEndpoint> = {
        description: params.description === undefined ? found.description : params.description,
        enabled_events: params.enabled_events ?? found.enabled_events,
        metadata: mergeMetadata(found.metadata, params.metadata),
        status: disabled === undefined ? found.status : disabled ? "disabled" : "enabled",
        url: params.url ?? found.url,
      };
      return change(world, "webhook_endpoint", found, patch);
    },
  ),
  list("webhook_endpoint", "/v1/webhook_endpoints", {}, {}),
  retrieve("billing_portal.configuration", "/v1/billing_portal/configurations"),
  endpoint("POST /v1/billing_portal/configurations/:id", portalFields, (world, { id, params }) => {
    const { features = {}, business_profile: profile = {}, default_return_url: returnUrl } = params;
    const found = byId(world, "billing_portal.configuration", id);
    const patch = {
      business_profile: merge(found.business_profile, profile),
      default_return_url: returnUrl === undefined ? found.default_return_url : returnUrl,
      features: mergeFeatures(found.features, features),
      updated: world.clock.now(),
    };
    const event = "billing_portal.configuration.updated";
    return change(world, "billing_portal.configuration", found, patch, event);
  }),
  list(
    "billing_portal.configuration",
    "/v1/billing_portal/configurations",
    {},
    { active: bool.optional(), is_default: bool.optional() },
    (configuration, { active, is_default: isDefault }) =>
      (active === undefined || configuration.active === active) &&
      (isDefault === undefined || configuration.is_default === isDefault),
  ),
];

function mergeFeatures(
  stored: PortalConfiguration["features"],
  changes: z.output<typeof portalFeatures>,
): PortalConfiguration["features"] {
  const merged = Object.entries(stored).map(([name, feature]) => [
    name,
    merge(feature, changes[name as keyof typeof changes] ?? {}),
  ]);
  return Object.fromEntries(merged) as PortalConfiguration["features"];
}

/** An object with the defined values of another one on top. */
function merge<T extends object>(stored: T, changes: object): T {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...stored, ...Object.fromEntries(defined) };
}
