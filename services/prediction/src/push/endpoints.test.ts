import { expect, it } from "vitest";
import { isPushEndpoint, isPushHost, knownPushHosts } from "./endpoints.ts";

const policy = { hosts: knownPushHosts, allowsLoopback: false };

it.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/QABC",
  "https://wns2-par02p.notify.windows.com/w/?token=abc",
  "https://FCM.googleapis.com:443/fcm/send/abc",
])("takes %s of a browser's push service", (endpoint) => {
  expect(isPushEndpoint(endpoint, policy)).toBe(true);
});

it.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com:8443/fcm/send/abc",
  "https://fcm.googleapis.com./fcm/send/abc",
  "https://user@fcm.googleapis.com/fcm/send/abc",
  "https://127.0.0.1/",
  "https://2130706433/",
  "https://[::1]/",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/",
  "http://127.0.0.1:8103/internal/slate/advance",
  "https://prediction:8103/",
  "https://example.com/",
  "https://fcm.googleapis.com.example.com/",
  "https://example.com/?fcm.googleapis.com",
  "https://example.com\\@fcm.googleapis.com/",
  "https://push.apple.com/",
  "https://evilpush.apple.com/",
  "file:///etc/passwd",
  "not an address",
])("refuses %s", (endpoint) => {
  expect(isPushEndpoint(endpoint, policy)).toBe(false);
});

it("takes a server of a test on 127.0.0.1 only with the flag", () => {
  const flagged = { ...policy, allowsLoopback: true };
  expect(isPushEndpoint("http://127.0.0.1:4000/push/1", flagged)).toBe(true);
  expect(isPushEndpoint("http://localhost:4000/push/1", flagged)).toBe(false);
  expect(isPushEndpoint("http://10.0.0.1:4000/push/1", flagged)).toBe(false);
});

it.each(["127.0.0.1", "localhost", "*", "*.com.", "https://fcm.googleapis.com", "[::1]", ""])(
  "refuses %j as the host of a push service",
  (host) => {
    expect(isPushHost(host)).toBe(false);
  },
);
