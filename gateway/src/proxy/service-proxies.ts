import { socketPathOf } from "@orbline/kit/http/unix-socket";
import type { Lifecycle } from "@orbline/kit/process/run";
import { bulkhead } from "./concurrency-limit.ts";
import type { Config } from "../config.ts";
import { serviceProxy } from "./forward.ts";
import type { Service } from "../routes.ts";

/**
 * A proxy to each service, with places of its own and as many for providers, so that no flood of requests refuses
 * a webhook; `busy` is told whose are all taken.
 * @throws when requests would not go through our transport
 */
export const openServiceProxies = async ({
  config,
  busy,
  onStop,
}: Pick<Lifecycle, "onStop"> & { config: Config; busy: (service: Service) => void }) => {
  const to = (service: Service, url: string) => {
    const limits = { limit: config.UPSTREAM_CONCURRENCY, refused: () => busy(service) };
    const [places, providerPlaces] = [bulkhead(limits), bulkhead(limits)];
    const maxTimeoutMs = config.UPSTREAM_TIMEOUT_MS;
    const socketPath = config.SOCKET_DIR && socketPathOf(config.SOCKET_DIR, service);
    return serviceProxy({ url, socketPath, maxTimeoutMs, places, providerPlaces });
  };
  const proxies = {
    identity: to("identity", config.IDENTITY_URL),
    billing: to("billing", config.BILLING_URL),
    prediction: to("prediction", config.PREDICTION_URL),
    admin: to("admin", config.ADMIN_URL),
  } satisfies Record<Service, unknown>;
  const all = Object.values(proxies);
  onStop("proxies", () => Promise.all(all.map((proxy) => proxy.close())));
  await Promise.all(all.map((proxy) => proxy.check()));
  return proxies;
};
