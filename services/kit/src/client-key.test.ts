import { expect, it } from "vitest";
import { clientKey, endSiteKey, weightedKeys, wideNetworks } from "./client-key.ts";

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8:1:2:ffff::1", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["unknown", "unknown"],
])("counts %s as the client %s", (ip, key) => {
  expect(clientKey(ip)).toBe(key);
});

it("names the /56 and the /48 network of an IPv6 address, and none of an IPv4 address", () => {
  expect(wideNetworks("2001:db8:1:2ff::1")).toEqual(["2001:db8:1:02", "2001:db8:1"]);
  expect(wideNetworks("2001:db8:1:1::1")).toEqual(["2001:db8:1:00", "2001:db8:1"]);
  expect(wideNetworks("192.0.2.1")).toEqual([]);
  expect(wideNetworks("::ffff:192.0.2.1")).toEqual([]);
});

it("counts a /56 network apart from the /64 network of the same digits", () => {
  expect(weightedKeys("2001:db8:1:1000::1").map(({ key }) => key)).not.toContain(
    clientKey("2001:db8:1:10::1"),
  );
  expect(weightedKeys("192.0.2.1")).toEqual([{ key: "192.0.2.1", weight: 1 }]);
});

it("takes all networks of an end site for one", () => {
  expect(endSiteKey("2001:db8:1:2ff::1")).toBe(endSiteKey("2001:db8:1:200::9"));
  expect(endSiteKey("2001:db8:1:2ff::1")).not.toBe(endSiteKey("2001:db8:1:3ff::1"));
  expect(endSiteKey("192.0.2.1")).toBe("192.0.2.1");
});
