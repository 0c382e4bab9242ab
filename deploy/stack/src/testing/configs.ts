import {
  configSchema as gatewaySchema,
  readConfig as gateway,
} from "../../../../gateway/src/config.ts";
import {
  configSchema as adminSchema,
  readConfig as admin,
} from "../../../../services/admin/src/config.ts";
import {
  configSchema as billingSchema,
  readConfig as billing,
} from "../../../../services/billing/src/config.ts";
import {
  configSchema as identitySchema,
  readConfig as identity,
} from "../../../../services/identity/src/config.ts";
import {
  configSchema as predictionSchema,
  readConfig as prediction,
} from "../../../../services/prediction/src/config.ts";
import { readConfig as mailbox } from "../../../mailbox/src/config.ts";
import { readConfig as sandbox } from "../../../stripe-sandbox/src/config.ts";

/** How each program parses its environment. */
export const configs = {
  gateway,
  identity,
  billing,
  prediction,
  admin,
  mailbox,
  "stripe-sandbox": sandbox,
};

/** The environment of each program of a production installation. */
export const schemas = {
  gateway: gatewaySchema,
  identity: identitySchema,
  billing: billingSchema,
  prediction: predictionSchema,
  admin: adminSchema,
};

/** Variables that OpenTelemetry's exporter and the C library read themselves. */
export const readByLibraries =
  /^(OTEL_EXPORTER_OTLP_HEADERS|OTEL_RESOURCE_ATTRIBUTES|MALLOC_\w+THRESHOLD_|MALLOC_ARENA_MAX)$/;
