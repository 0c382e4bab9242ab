import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repoRoot } from "@orbline/engines/paths";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const texts = z.array(z.string()).default([]);
const overlaySchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string().optional(),
      ports: texts,
      volumes: texts,
      environment: z.record(z.string(), z.string()).default({}),
    }),
  ),
  volumes: z.record(z.string(), z.object({})),
});

const { services, volumes } = overlaySchema.parse(
  parse(readFileSync(join(import.meta.dirname, "../compose.yml"), "utf8"), { merge: true }),
);
const entries = Object.entries(services);

it("sends the traces of every process that has any to Jaeger", () => {
  const traced = entries.filter(
    ([, { environment }]) => "OTEL_EXPORTER_OTLP_ENDPOINT" in environment,
  );
  expect(traced.map(([name]) => name)).toEqual([
    "gateway",
    "identity",
    "billing",
    "prediction",
    "admin",
  ]);
});

it("publishes on the loopback address only, and pins each image", () => {
  const images = entries.flatMap(([, { image }]) => image ?? []);
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(/:v?\d+\.\d+\.\d+$/);
  for (const port of entries.flatMap(([, { ports }]) => ports))
    expect(port).toMatch(/^127\.0\.0\.1:/);
});

it("mounts files of the repository and volumes that it declares", () => {
  const sources = entries.flatMap(([, service]) => service.volumes.map((one) => one.split(":")[0]));
  const known = (source = "") =>
    source.startsWith("./") ? existsSync(join(repoRoot, source)) : source in volumes;
  expect(sources).toHaveLength(5);
  expect(sources.filter((source) => !known(source))).toEqual([]);
});
