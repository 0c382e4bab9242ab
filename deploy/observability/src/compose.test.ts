import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { composeServices } from "@orbline/engines/compose-file";
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
      read_only: z.boolean().default(false),
      cap_drop: texts,
      security_opt: texts,
      mem_limit: z.string().optional(),
      pids_limit: z.number().optional(),
      environment: z.record(z.string(), z.string()).default({}),
    }),
  ),
  volumes: z.record(z.string(), z.object({})),
});

const { services, volumes } = overlaySchema.parse(
  parse(readFileSync(join(import.meta.dirname, "../compose.yml"), "utf8"), { merge: true }),
);
const entries = Object.entries(services);

it("makes Jaeger the collector of every program of the product that sends traces", () => {
  const namesWithCollector = (all: Record<string, { environment: Record<string, string> }>) =>
    Object.keys(all)
      .filter((name) => "OTEL_EXPORTER_OTLP_ENDPOINT" in (all[name]?.environment ?? {}))
      .toSorted();
  const senders = namesWithCollector(composeServices());
  expect(senders).toContain("gateway");
  expect(namesWithCollector(services)).toEqual(senders);
});

it("publishes on the loopback address only, and pins each image", () => {
  const images = entries.flatMap(([, { image }]) => image ?? []);
  expect(images).toHaveLength(3);
  for (const image of images) expect(image).toMatch(/:v?\d+\.\d+\.\d+(@|$)/);
  for (const port of entries.flatMap(([, { ports }]) => ports))
    expect(port).toMatch(/^127\.0\.0\.1:/);
});

it("drops every privilege of its containers, and limits their memory and processes", () => {
  const own = entries.filter(([, { image }]) => image);
  for (const [name, service] of own)
    expect([name, service]).toMatchObject([
      name,
      {
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        mem_limit: "512m",
        pids_limit: 256,
      },
    ]);
});

it("mounts files of the repository and volumes that it declares", () => {
  const sources = entries.flatMap(([, service]) => service.volumes.map((one) => one.split(":")[0]));
  const known = (source = "") =>
    source.startsWith("./") ? existsSync(join(repoRoot, source)) : source in volumes;
  expect(sources).toHaveLength(5);
  expect(sources.filter((source) => !known(source))).toEqual([]);
});
