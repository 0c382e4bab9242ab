import type { PickEmails } from "@orbline/proto/constants/predictions";

/** When users want emails about settled picks; without a choice never. */
export type NotificationSettings = {
  find: (userId: string) => Promise<{ emails: PickEmails; unsubscribeToken?: string | undefined }>;
  /** Stores a choice; `now` is the slate's time, by which the first weekly recap is due. */
  choose: (userId: string, emails: PickEmails, now: Date) => Promise<void>;
  /** Turns emails off by the token of one of them. Returns false for an unknown token. Safe to repeat. */
  unsubscribe: (token: string) => Promise<boolean>;
  /** Those of some users who want an email for each settled pick. */
  findEach: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Counts a pick that a user gets messages of, once. Returns its number on a UTC day, YYYY-MM-DD. */
  countPick: (pick: { userId: string; predictionId: string; day: string }) => Promise<number>;
  /** Users whose weekly recap is due by a time, with that time and the beginning of a delayed recap. */
  findDueRecaps: (
    before: Date,
    limit: number,
  ) => Promise<{ userId: string; dueAt: Date; from?: Date | undefined }[]>;
  /** Moves a recap to its next time once it is in the outbox. */
  recapQueued: (recap: { userId: string; dueAt: Date }, nextDueAt: Date) => Promise<void>;
  /** Moves a recap that is not sent yet, and keeps where it begins. */
  delayRecap: (recap: { userId: string; dueAt: Date; from: Date }, dueAt: Date) => Promise<void>;
};

/** Accounts, owned by identity. */
export type Accounts = {
  /**
   * The chosen name and the verified address of a user; undefined after the account is deleted.
   * @throws unavailable
   */
  find: (
    userId: string,
  ) => Promise<{ username: string | undefined; verifiedEmail: string | undefined } | undefined>;
};

/** A browser's push subscription (W3C Push API). `endpoint` is a secret address at the browser's push service. */
export type PushSubscription = { endpoint: string; keys: { p256dh: string; auth: string } };

/** A browser to which a user's settled picks are pushed. The id is the SHA-256 hash of the endpoint. */
export type PushDevice = {
  id: string;
  userId: string;
  subscription: PushSubscription;
  /** The VAPID public key that the browser subscribed with. No other key can send to the subscription. */
  vapidPublicKey: string;
  /** The label of the browser, such as "Chrome on Android". */
  name: string;
  addedAt: Date;
};

/** Devices of users; one browser belongs to one user at a time. */
export type PushDevices = {
  /**
   * Adds a device, or replaces the same browser's device of any user. Devices with another VAPID key do not count.
   * @throws conflict when the user has 10 other devices
   */
  add: (device: Omit<PushDevice, "id">) => Promise<void>;
  /** Devices of some users, oldest first. Users without a device are absent. */
  listOf: (userIds: readonly string[]) => Promise<ReadonlyMap<string, PushDevice[]>>;
  find: (userId: string, id: string) => Promise<PushDevice | undefined>;
  remove: (userId: string, id: string) => Promise<void>;
  /** Removes the device with this endpoint. No session is needed, because the endpoint is secret. */
  forget: (endpoint: string) => Promise<void>;
};

/** Web Push with the keys of this installation; without keys it is off. */
export type PushServices = {
  /** The public key for subscriptions of browsers; undefined when Web Push is off. */
  vapidPublicKey: string | undefined;
  /** @throws invalid for an endpoint that is not at a known push service, or for keys that are not on the curve */
  check: (subscription: PushSubscription) => void;
};

/** A push message about a settled pick for one device of its user. */
export type PickPush = { userId: string; predictionId: string; deviceId: string };

/** An email about a settled pick; `isLastOfDay` when the user hears of no further one on the day. */
export type SettledPickEmail = { userId: string; predictionId: string; isLastOfDay: boolean };

/** Messages about settled picks that wait to be sent. A message that was posted before is not sent again. */
export type PickEmailQueue = { postPick: (email: SettledPickEmail) => Promise<void> };
export type PickPushQueue = { post: (push: PickPush) => Promise<void> };
