import { expect, it } from "vitest";
import { inProcess } from "./rate-limit.ts";

it("limits the /56 network of an IPv6 address to four clients, and its /48 network to sixteen", () => {
  const count = inProcess(1);
  const admitted = (networks: string[]) =>
    networks.filter((network) => count(`${network}::1`) === undefined).length;
  const networks = (site: string) =>
    Array.from({ length: 8 }, (_, n) => `2001:db8:1:${site}${n.toString(16).padStart(2, "0")}`);
  for (const site of ["1", "2", "3", "4"]) expect(admitted(networks(site))).toBe(4);
  expect(admitted(networks("5"))).toBe(0);
  expect(admitted(["2001:db8:2:100"])).toBe(1);
  expect(count("192.0.2.1")).toBeUndefined();
});
