import { hash } from "node:crypto";
import { AppError } from "@orbline/kit/errors";
import { mostPushDevices } from "@orbline/proto/constants/predictions";
import type { Connection } from "mongoose";
import type { PushDevice, PushDevices } from "../../use-cases/ports-notices.ts";

/** The id is the SHA-256 hash of the endpoint, so that one browser has one document. */
type PushDeviceDocument = Omit<PushDevice, "id"> & { _id: string };

export const pushDeviceCollection = (connection: Connection) =>
  connection.collection<PushDeviceDocument>("push_devices");

export function mongoPushDevices(connection: Connection): PushDevices {
  const devices = pushDeviceCollection(connection);
  return {
    add: async (device) => {
      const { userId, vapidPublicKey } = device;
      const _id = hash("sha256", device.subscription.endpoint);
      await devices.replaceOne({ _id }, device, { upsert: true });
      // Counted after the write, so that requests at the same time cannot pass the limit together.
      if ((await devices.countDocuments({ userId, vapidPublicKey })) > mostPushDevices) {
        await devices.deleteOne({ _id, userId });
        throw new AppError(
          "conflict",
          "push.too_many",
          `You get notifications on ${mostPushDevices} devices. Remove one of them first.`,
        );
      }
    },
    listOf: async (userIds) => {
      if (userIds.length === 0) return new Map();
      const found = await devices
        .find({ userId: { $in: [...userIds] } }, { sort: { addedAt: 1 } })
        .toArray();
      return Map.groupBy(found.map(toDevice), ({ userId }) => userId);
    },
    find: async (userId, id) => {
      const found = await devices.findOne({ _id: id, userId });
      return found ? toDevice(found) : undefined;
    },
    remove: async (userId, id) => {
      await devices.deleteOne({ _id: id, userId });
    },
    forget: async (endpoint) => {
      await devices.deleteOne({ _id: hash("sha256", endpoint) });
    },
  };
}

/** A user's devices for an export, without the secret address and the keys. */
export async function exportPushDevices(connection: Connection, userId: string) {
  const found = await pushDeviceCollection(connection).find({ userId }).toArray();
  return found.map(({ name, addedAt, subscription }) => ({
    name,
    addedAt,
    pushService: new URL(subscription.endpoint).host,
  }));
}

const toDevice = ({ _id: id, ...device }: PushDeviceDocument): PushDevice => ({ id, ...device });
