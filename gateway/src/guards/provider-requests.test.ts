import type { Request } from "express";
import { expect, it } from "vitest";
import type { Exchange } from "../exchange/exchange.ts";
import type { Route } from "../routes.ts";
import { maxProviderRequests, providerGuard } from "./provider-requests.ts";

const exchangeFrom = (clientIp: string) =>
  ({ clientIp, isOver: false, onEnd: [] as (() => void)[] }) as unknown as Exchange;

const setUp = () => {
  const check = providerGuard({ onRateLimited: () => undefined });
  return (clientIp: string): boolean => {
    try {
      check({ headers: {} } as Request, {} as Route, exchangeFrom(clientIp));
      return true;
    } catch {
      return false;
    }
  };
};

it("takes all /64 networks of an end site for one client", () => {
  const admits = setUp();
  for (let network = 0; network < maxProviderRequests; network += 1)
    expect(admits(`2001:db8:1:a${network.toString(16)}::1`)).toBe(true);
  expect(admits("2001:db8:1:af::2")).toBe(false);
  expect(admits("2001:db8:1:1af::1")).toBe(true);
});

it("bounds the requests of all clients together, because each holds its body in memory", () => {
  const admits = setUp();
  let admitted = 0;
  for (let client = 0; client < 2_000; client += 1)
    if (admits(`198.51.${client % 250}.${Math.floor(client / 250)}`)) admitted += 1;
  expect(admitted).toBe(1_024);
});
