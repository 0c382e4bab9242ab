import { ECDH } from "node:crypto";
import { AppError } from "@orbline/kit/errors";
import webPush from "web-push";
import type { Config } from "../config.ts";
import type { PushServices, PushSubscription } from "../use-cases/ports-notices.ts";
import { isPushEndpoint } from "./endpoints.ts";

/** A push service keeps a message for a device that is off. */
const keptSeconds = 86_400;
const timeoutMs = 10_000;
/** What push services answer for a subscription that has ended (RFC 8030, 7.3). */
const goneStatuses = new Set([404, 410]);

/** A message for a device. A waiting one with the same topic is replaced. */
export type PushMessage = { topic: string; content: object };

export type WebPushClient = PushServices & {
  /**
   * Encrypts a message (RFC 8291), signs the request (RFC 8292) and sends it.
   * @returns false when the subscription has ended
   * @throws when the push service is not reached or refuses
   */
  send: (subscription: PushSubscription, message: PushMessage) => Promise<boolean>;
};

type Settings = Pick<
  Config,
  | "VAPID_PUBLIC_KEY"
  | "VAPID_PRIVATE_KEY"
  | "VAPID_SUBJECT"
  | "PUBLIC_ORIGIN"
  | "PUSH_SERVICES"
  | "PUSH_ALLOW_LOOPBACK"
>;

/** Web Push with the keys of this installation. */
export function webPushClient(config: Settings): WebPushClient {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = config;
  const policy = {
    hosts: config.PUSH_SERVICES,
    allowsLoopback: config.PUSH_ALLOW_LOOPBACK ?? false,
  };
  const check = ({ endpoint, keys }: PushSubscription) => {
    if (!isPushEndpoint(endpoint, policy) || !isPoint(keys.p256dh))
      throw new AppError(
        "invalid",
        "push.subscription",
        "We don't know this browser's push service. Try another browser.",
      );
  };
  return {
    vapidPublicKey: publicKey,
    check,
    send: async (subscription, { topic, content }) => {
      if (!publicKey || !privateKey) return false;
      // The configuration may allow fewer hosts than when the device was added.
      check(subscription);
      const { endpoint, method, headers, body } = webPush.generateRequestDetails(
        subscription,
        JSON.stringify(content),
        {
          vapidDetails: { subject: subjectOf(config), publicKey, privateKey },
          TTL: keptSeconds,
          topic,
        },
      );
      const response = await fetch(endpoint, {
        method,
        headers: textHeaders(headers),
        body: body && new Uint8Array(body),
        // A redirect would lead to a host that was not checked.
        redirect: "manual",
        signal: AbortSignal.timeout(timeoutMs),
      });
      await response.body?.cancel();
      if (goneStatuses.has(response.status)) return false;
      if (!response.ok) throw new Error(`the push service answered ${response.status}`);
      return true;
    },
  };
}

/** Contact of the sender for push services. They take https and mailto only. */
function subjectOf({ VAPID_SUBJECT, PUBLIC_ORIGIN }: Settings): string {
  const isHttps = PUBLIC_ORIGIN.startsWith("https:");
  return VAPID_SUBJECT ?? (isHttps ? PUBLIC_ORIGIN : "mailto:hello@orbline.test");
}

function isPoint(text: string): boolean {
  try {
    ECDH.convertKey(text, "prime256v1", "base64url");
    return true;
  } catch {
    return false;
  }
}

/** Headers as `fetch` takes them; it computes the length itself. */
function textHeaders(headers: object): Record<string, string> {
  const entries = Object.entries(headers).filter(([name]) => name !== "Content-Length");
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
