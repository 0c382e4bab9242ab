import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generatorFlags, loaderOptions } from "./loader-options.ts";
import { messageCodec } from "./load.ts";

const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url));

type Fixture = { file: string; message: string; bytes: string; expected: object };
const recorded = readdirSync(fixtures).map((name) => ({
  name,
  ...(JSON.parse(readFileSync(`${fixtures}/${name}`, "utf8")) as Fixture),
}));

describe("event bytes recorded by earlier versions", () => {
  it.each(recorded)("still decode as $name", ({ file, message, bytes, expected }) => {
    expect(messageCodec(file, message).decode(Buffer.from(bytes, "base64"))).toEqual(expected);
  });

  it("exist for every state message", () => {
    expect(new Set(recorded.map(({ message }) => message))).toEqual(
      new Set([
        "identity.v1.UserState",
        "billing.v1.SubscriptionState",
        "billing.v1.PaymentState",
        "prediction.v1.TreeHead",
        "prediction.v1.GuardrailsState",
        "admin.v1.AuditHead",
      ]),
    );
  });
});

it("uses the same options for longs, enums, defaults and oneofs in the generator and the loader", () => {
  expect(loaderOptions).toEqual({ longs: Number, enums: String, defaults: true, oneofs: true });
  for (const flag of ["--longs=Number", "--enums=String", "--defaults", "--oneofs"])
    expect(generatorFlags).toContain(flag);
});

it("fails with the name of an unknown message", () => {
  expect(() => messageCodec("identity/v1/identity_events.proto", "identity.v1.Nobody")).toThrow(
    "identity/v1/identity_events.proto has no message identity.v1.Nobody",
  );
});
