import { AppError } from "@orbline/kit/errors";
import { userOf } from "@orbline/kit/http/app";
import { parseBody, parseParams } from "@orbline/kit/http/parse";
import { userAgentLabel } from "@orbline/kit/http/user-agent";
import {
  forgetPushDeviceSchema,
  newPushDeviceSchema,
  pushDeviceParamsSchema,
  type PushDevicesResponse,
} from "@orbline/proto/http/prediction/push";
import type { Router } from "express";
import type { PredictionDeps } from "../use-cases/ports.ts";
import type { PushServices } from "../use-cases/ports-notices.ts";

type Deps = Pick<PredictionDeps, "pushDevices" | "clock"> & { pushServices: PushServices };

/** The browsers to which a user's settled picks are pushed. */
export function addPushRoutes(router: Router, { pushDevices, pushServices, clock }: Deps): void {
  const { vapidPublicKey } = pushServices;

  router.get("/api/push-devices", async (_request, response) => {
    const { userId } = userOf(response);
    const devices = (await pushDevices.listOf([userId])).get(userId) ?? [];
    const body: PushDevicesResponse = {
      vapidPublicKey: vapidPublicKey ?? null,
      // A browser that subscribed with an earlier key gets nothing.
      devices: devices
        .filter((device) => device.vapidPublicKey === vapidPublicKey)
        .map(({ id, name, addedAt }) => ({ id, name, addedAt: addedAt.toISOString() })),
    };
    response.json(body);
  });

  router.post("/api/push-devices", async (request, response) => {
    const { userId } = userOf(response);
    const subscription = parseBody(newPushDeviceSchema, request);
    if (vapidPublicKey === undefined)
      throw new AppError("not-found", "push.off", "There are no push notifications here.");
    pushServices.check(subscription);
    const name = userAgentLabel(request.get("user-agent"));
    const addedAt = clock.now();
    await pushDevices.add({ userId, subscription, vapidPublicKey, name, addedAt });
    response.status(204).end();
  });

  router.delete("/api/push-devices/:id", async (request, response) => {
    const { userId } = userOf(response);
    const { id } = parseParams(pushDeviceParamsSchema, request);
    await pushDevices.remove(userId, id);
    response.status(204).end();
  });

  router.post("/api/push-devices/forget", async (request, response) => {
    const { endpoint } = parseBody(forgetPushDeviceSchema, request);
    await pushDevices.forget(endpoint);
    response.status(204).end();
  });
}
