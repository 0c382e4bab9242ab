import { expect, it } from "vitest";
import { clientKey, wideNetworks } from "./client-key.ts";

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
