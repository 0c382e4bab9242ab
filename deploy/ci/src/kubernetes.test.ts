import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "@orbline/engines/command";
import { onPath } from "@orbline/engines/engine-command";
import { hasPython, install, pythonProgram } from "@orbline/engines/install";
import { cacheDir, repoRoot } from "@orbline/engines/paths";
import { reference } from "@orbline/stack/configuration/reference";
import { schemas } from "@orbline/stack/testing/configs";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";

type Probe = { httpGet: { path: string; port: string } };
type Container = {
  name: string;
  image: string;
  ports: { name: string }[];
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  resources: { requests: object; limits: object };
  securityContext?: object;
  lifecycle?: object;
} & Record<"startupProbe" | "livenessProbe" | "readinessProbe", Probe>;
type Pod = {
  spec: { initContainers?: Container[]; containers: Container[]; securityContext?: object };
  metadata: object;
};
type Resource = {
  kind: string;
  metadata: { name: string; namespace?: string };
  spec: { template: Pod; clusterIP?: string; ingress?: IngressRule[] };
  data?: Record<string, string>;
};

type IngressRule = {
  from: { podSelector?: { matchExpressions?: { values: string[] }[] } }[];
  ports: { port: number }[];
};

type Autoscaler = {
  minReplicas: number;
  metrics: { resource: { target: { averageUtilization: number } } }[];
};

const folder = join(repoRoot, "deploy/k8s");
const changelog = readFileSync(join(repoRoot, "CHANGELOG.md"), "utf8");
const [, newest = ""] = /^## (\d+\.\d+\.\d+)$/m.exec(changelog) ?? [];
const programs = Object.keys(schemas).toSorted();

const parse = (text: string) =>
  parseAllDocuments(text).map((document) => document.toJS() as Resource);

const base = readdirSync(join(folder, "base"))
  .filter((file) => !["kustomization.yaml", "program.yaml"].includes(file))
  .flatMap((file) => parse(readFileSync(join(folder, "base", file), "utf8")));

/** Has the JSON schemas of the Kubernetes API for each version since 1.28. */
const kubernetesValidate = pythonProgram({
  name: "kubernetes-validate",
  program: "kubernetes-validate",
  requirements: join(import.meta.dirname, "../kubernetes-validate.txt"),
});

const namesOf = (resources: Resource[], kind: string) =>
  resources
    .filter((one) => one.kind === kind)
    .map(({ metadata }) => metadata.name)
    .toSorted();

const isHeadless = ({ spec }: Resource) => spec.clusterIP === "None";

it.each(["Deployment", "Service", "PodDisruptionBudget", "HorizontalPodAutoscaler"])(
  "has one %s for each program",
  (kind) =>
    expect(
      namesOf(
        base.filter((one) => !isHeadless(one)),
        kind,
      ),
    ).toEqual(programs),
);

it("gives the gRPC clients of each service the addresses of all its pods", () => {
  const services = programs.filter((name) => name !== "gateway");
  expect(namesOf(base.filter(isHeadless), "Service")).toEqual(
    services.map((name) => `${name}-grpc`),
  );
});

it("lets the services that call a gRPC server reach its port, and no others", () => {
  const rows = reference(schemas).flatMap((section) => section.rows);
  for (const [index, service] of ["identity", "billing", "prediction", "admin"].entries()) {
    const callers = rows.find(({ name }) => name === `${service.toUpperCase()}_GRPC`)?.programs;
    const policy = base.find(
      ({ kind, metadata }) => kind === "NetworkPolicy" && metadata.name === service,
    );
    const rule = policy?.spec.ingress?.find(({ ports }) => ports[0]?.port === 9101 + index);
    const admitted = rule?.from[0]?.podSelector?.matchExpressions?.[0]?.values.toSorted();
    expect([service, admitted]).toEqual([service, callers?.toSorted()]);
  }
});

it("gives every program probes on a port that it has, resources, and a secret of its own", () => {
  for (const { kind, metadata, spec } of base) {
    if (kind !== "Deployment") continue;
    const [container] = spec.template.spec.containers;
    const ports = container?.ports.map(({ name }) => name);
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"] as const)
      expect(ports).toContain(container?.[probe].httpGet.port);
    expect(container?.resources).toMatchObject({ requests: {}, limits: {} });
    expect(container?.envFrom).toEqual([
      { configMapRef: { name: "orbline" } },
      { secretRef: { name: `orbline-${metadata.name}` } },
    ]);
  }
});

it("requests the CPU that docs/scaling.md derives from measurements", () => {
  const [header = [], ...rows] = workTable();
  const ofKind = (kind: string, program: string) =>
    base.find((one) => one.kind === kind && one.metadata.name === program)?.spec;
  for (const program of programs) {
    const pod = ofKind("Deployment", program)?.template.spec;
    const autoscaler = ofKind("HorizontalPodAutoscaler", program) as unknown as Autoscaler;
    const [metric] = autoscaler.metrics;
    const column = header.indexOf(program);
    const load = rows.map((row) => Number(row[1]) * Number(row[column]));
    const millicores = load.reduce((sum, each) => sum + each, 0) / autoscaler.minReplicas;
    const share = (metric?.resource.target.averageUtilization ?? 0) / 100;
    const cpu = `${Math.ceil(millicores / share / 50) * 50}m`;
    for (const { resources } of [...(pod?.initContainers ?? []), ...(pod?.containers ?? [])])
      expect([program, resources.requests]).toMatchObject([program, { cpu }]);
  }
});

/** The cells of the CPU table in docs/scaling.md. The first row is the header. */
function workTable(): string[][] {
  const text = readFileSync(join(repoRoot, "docs/scaling.md"), "utf8");
  const [table = ""] = /^\| work .*(?:\n\|.*)*/m.exec(text) ?? [];
  const lines = table.split("\n").filter((line) => !line.startsWith("| -"));
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

it("migrates the database of each service before its program starts, by a command of its image", () => {
  for (const { kind, metadata, spec } of base) {
    if (kind !== "Deployment" || metadata.name === "gateway") continue;
    expect(spec.template.spec.initContainers).toMatchObject([
      {
        image: `orbline/${metadata.name}`,
        command: ["node", "src/commands/migrate.ts"],
        envFrom: [
          { configMapRef: { name: "orbline" } },
          { secretRef: { name: `orbline-${metadata.name}` } },
        ],
      },
    ]);
    expect(existsSync(join(repoRoot, "services", metadata.name, "src/commands/migrate.ts"))).toBe(
      true,
    );
  }
});

it("sets every required variable, in the base or in a secret of the README", () => {
  const kustomization = readFileSync(join(folder, "base/kustomization.yaml"), "utf8");
  const literals = [...kustomization.matchAll(/- (\w+)=/g)].map(([, name]) => name);
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const rows = reference(schemas).flatMap((section) => section.rows);
  for (const program of programs) {
    const secret = new RegExp(`\\| \`orbline-${program}\` *\\|(.*)\\|`).exec(readme)?.[1] ?? "";
    const keys = [...secret.matchAll(/`(\w+)`/g)].map(([, name]) => name);
    const own = rows.filter((row) => row.programs.includes(program));
    const missing = own.filter(
      ({ name, isRequired }) => isRequired && ![...literals, ...keys].includes(name),
    );
    expect([program, missing.map(({ name }) => name)]).toEqual([program, []]);
    const unknown = keys.filter((key) => !own.some(({ name }) => name === key));
    expect([program, unknown]).toEqual([program, []]);
  }
});

it("has a recipe that makes every key of the secrets, from files that exist", () => {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const table = readme.split("\n").filter((line) => /^ {2}\| `orbline-/.test(line));
  const listed = table.flatMap((row) => [...row.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  const made = [...readme.matchAll(/--from-(?:file|literal)=(\w+)=/g)].map(([, name]) => name);
  expect(new Set([...made, "REDIS_SENTINEL_PASSWORD"])).toEqual(new Set(listed));
  const compose = readFileSync(join(repoRoot, "docker-compose.yml"), "utf8");
  const files = [...readme.matchAll(/=\$S\/([a-z_]+)/g)].map(([, name = ""]) => name);
  for (const file of new Set(files))
    expect(compose).toContain(file.endsWith("_") ? `${file}admin` : file);
});

it("names the images of the newest version of the changelog in the runbook", () => {
  const runbook = readFileSync(join(repoRoot, "docs/runbook.md"), "utf8");
  const tags = [...runbook.matchAll(/orbline\/\w+:v([\d.]+)/g)].map(([, version]) => version);
  expect(new Set(tags)).toEqual(new Set([newest]));
});

describe.skipIf(!onPath("kubectl"))("rendered by kubectl kustomize", async () => {
  const render = () => run("kubectl", ["kustomize", join(folder, "overlays/example")]);

  it.skipIf(!(await hasPython())).each(["1.32", "1.37"])(
    "has no field that the API of Kubernetes %s does not know",
    async (version) => {
      await install(kubernetesValidate);
      const file = join(cacheDir, `kubernetes-${version}.yaml`);
      writeFileSync(file, await render());
      const checked = await run(kubernetesValidate.output, ["--strict", "-k", version, file]);
      expect(checked).toContain(`deployment/gateway against version ${version}`);
    },
  );

  it("makes hardened pods in the namespace of the overlay, with its images and settings", async () => {
    const rendered = parse(await render());
    expect(new Set(rendered.map(({ metadata }) => metadata.namespace))).toEqual(
      new Set(["orbline"]),
    );
    const deployments = rendered.filter(({ kind }) => kind === "Deployment");
    expect(deployments).toHaveLength(programs.length);
    for (const { spec, metadata } of deployments) {
      const { containers, securityContext } = spec.template.spec;
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(containers).toMatchObject([
        {
          image: `ghcr.io/your-organization/orbline/${metadata.name}:v${newest}`,
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          },
          lifecycle: { preStop: {} },
        },
      ]);
      expect(spec.template.metadata).toMatchObject({
        labels: { "app.kubernetes.io/part-of": "orbline" },
      });
    }
    const settings = rendered.find(({ kind }) => kind === "ConfigMap")?.data;
    expect(settings).toMatchObject({ KAFKA_TLS: "true", IDENTITY_GRPC: "identity-grpc:9101" });
  });
});
