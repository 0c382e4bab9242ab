import type { DependencyType, ICruiseOptions, IForbiddenRuleType } from "dependency-cruiser";

/**
 * Which folder may import which. Each layer lists everything that it may import; anything else is an error.
 * `npm run check:layers` applies the table, `deploy/ci/src/layers.test.ts` proves that it refuses.
 */

const adapterLocals = [
  "domain",
  "proof",
  "use-cases/ports",
  "use-cases/payment-provider",
  "config",
];

type LayerRule = {
  folder: string | string[];
  local?: string[];
  kit?: string[];
  proto?: string[];
  constants?: boolean;
  npm?: string[];
  core?: string[];
};

/** Layers of every service: folder, sibling folders, kit modules, contracts, npm packages that it may import. */
const serviceLayers: LayerRule[] = [
  { folder: "domain", kit: ["errors"], constants: true, npm: [], core: ["util"] },
  {
    folder: "use-cases",
    local: ["domain", "proof"],
    kit: ["errors", "clock"],
    constants: true,
    npm: [],
    core: ["crypto"],
  },
  {
    folder: "store",
    local: adapterLocals,
    kit: ["*"],
    constants: true,
    npm: ["zod", "mongoose"],
  },
  {
    folder: ["mail", "stripe"],
    local: adapterLocals,
    kit: ["*"],
    constants: true,
    npm: ["zod", "stripe", "cockatiel"],
  },
  {
    folder: "security",
    local: adapterLocals,
    kit: ["*"],
    constants: true,
    npm: [
      "zod",
      "argon2",
      "@zxcvbn-ts/language-common",
      "otpauth",
      "@simplewebauthn/server",
      "rate-limiter-flexible",
    ],
  },
  {
    folder: "http",
    local: ["domain", "proof", "use-cases", "config"],
    kit: ["*"],
    proto: ["http"],
    constants: true,
    npm: ["express", "zod"],
  },
  {
    folder: "grpc",
    local: ["domain", "use-cases", "config", "events/encode-"],
    kit: ["*"],
    proto: ["*"],
    npm: ["zod"],
  },
  {
    folder: "events",
    local: ["domain", "proof", "use-cases", "config"],
    kit: ["*"],
    proto: ["*"],
    npm: ["zod"],
  },
  // Prediction alone has these.
  { folder: "images", local: ["domain"], kit: [], npm: ["@resvg"], core: ["url"] },
  {
    folder: "push",
    local: adapterLocals,
    kit: ["*"],
    constants: true,
    npm: ["zod", "web-push"],
  },
  { folder: "proof", local: ["domain"], kit: [], npm: [], core: ["crypto"] },
  {
    folder: "engine",
    local: ["domain"],
    kit: [],
    npm: ["simple-statistics", "ml-matrix", "zod"],
    core: [],
  },
  {
    folder: ["picks", "slates"],
    local: [...adapterLocals, "engine"],
    kit: ["*"],
    constants: true,
    npm: ["zod"],
  },
  {
    folder: "odds-provider",
    local: [...adapterLocals, "engine", "slates", "results", "config"],
    kit: ["*"],
    constants: true,
    npm: ["zod", "csv-parse"],
  },
  {
    folder: "results",
    local: [...adapterLocals, "engine", "slates", "odds-provider"],
    kit: ["*"],
    constants: true,
    npm: ["zod", "csv-parse"],
  },
];

const from = (path: string) => ({ path, pathNot: "\\.test\\.tsx?$|/(?:test|testing)/" });
const anyOf = (paths: string[]) => `^(?:${paths.join("|")})`;
const ours = "^(?:proto|gateway|services|web|deploy)/";
const npmTypes: DependencyType[] = [
  "npm",
  "npm-dev",
  "npm-optional",
  "npm-peer",
  "npm-bundled",
  "npm-no-pkg",
  "npm-unknown",
  "unknown",
  "undetermined",
];

function layer(
  name: string,
  path: string,
  {
    local,
    npm,
    core,
  }: { local: string[]; npm?: string[] | undefined; core?: string[] | undefined },
): IForbiddenRuleType[] {
  const rules: IForbiddenRuleType[] = [
    {
      name: `${name}-imports`,
      severity: "error",
      from: from(path),
      to: { path: ours, pathNot: anyOf(local) },
    },
  ];
  if (npm)
    rules.push({
      name: `${name}-packages`,
      severity: "error",
      from: from(path),
      to: {
        path: "node_modules/",
        dependencyTypes: npmTypes,
        pathNot: `node_modules/(?:@types/)?(?:${["-", ...npm].join("|")})/`,
      },
    });
  if (core)
    rules.push({
      name: `${name}-node-modules`,
      severity: "error",
      from: from(path),
      to: { dependencyTypes: ["core"], pathNot: `^(?:node:)?(?:${["-", ...core].join("|")})$` },
    });
  return rules;
}

const kit = (modules: string[] = []) =>
  modules.map((name) => `services/kit/src/${name === "*" ? "(?!testing/)" : `${name}\\.ts`}`);
const proto = (parts: string[] = []) =>
  parts.map((part) => `proto/src/${part === "*" ? "" : `${part}/`}`);
const constants = "proto/src/constants/";

const sibling = (folder: string) =>
  `services/$1/src/${folder}${/-$|ports$|provider$|config$/.test(folder) ? "" : "/"}`;

const services = serviceLayers
  .flatMap((rule) => [rule.folder].flat().map((folder) => ({ ...rule, folder })))
  .flatMap((rule) =>
    layer(`service-${rule.folder}`, `^services/(?!kit/)([^/]+)/src/${rule.folder}/`, {
      local: [
        ...[rule.folder, ...(rule.local ?? [])].map(sibling),
        ...kit(rule.kit),
        ...proto(rule.proto),
        ...(rule.constants ? [constants] : []),
      ],
      npm: rule.npm,
      core: rule.core,
    }),
  );

/** Folders of the web app from the bottom to the top; each may import itself and those below it. */
const webLayers = ["theme", "lib", "stores", "shared", "components", "features", "app"];
const contracts = ["proto/src/http/", "proto/src/contract/", constants];

const web = webLayers.flatMap((folder, index) =>
  layer(`web-${folder}`, `^web/src/${folder}/`, {
    local: [
      ...contracts,
      ...webLayers.slice(0, index + 1).map((below) => `web/src/${below}/`),
      "web/src/site\\.json",
    ],
  }),
);

/** Imports that are an error. */
export const forbiddenImports: IForbiddenRuleType[] = [
  { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
  {
    name: "resolvable",
    severity: "error",
    from: {},
    to: { couldNotResolve: true, pathNot: "^virtual:" },
  },
  {
    name: "no-test-code-in-products",
    severity: "error",
    comment: "Only tests import tests and testing folders.",
    from: from("^(?:proto|gateway|services|web)/"),
    to: { path: "/testing/|\\.test\\.tsx?$|^(?:gateway|services/[^/]+|web)/test/" },
  },
  ...layer("contracts", "^proto/", { local: ["proto/"] }),
  ...layer("kit", "^services/kit/src/", { local: ["services/kit/src/", "proto/src/"] }),
  ...layer("gateway", "^gateway/src/", {
    local: ["gateway/src/", "services/kit/src/", "proto/src/"],
  }),
  ...layer("service", "^services/(?!kit/)([^/]+)/src/", {
    local: ["services/$1/", "services/kit/src/", "proto/src/"],
  }),
  ...services,
  ...web,
  {
    name: "web-features-apart",
    severity: "error",
    comment: "A feature never imports another feature.",
    from: from("^web/src/features/([^/]+)/"),
    to: { path: "^web/src/features/", pathNot: "^web/src/features/$1/" },
  },
  ...layer("web", "^web/src/", { local: ["web/", ...contracts] }),
  ...layer("stripe-sandbox", "^deploy/stripe-sandbox/src/", {
    local: ["deploy/stripe-sandbox/src/"],
  }),
  ...layer("deploy", "^deploy/", { local: ["deploy/", "services/kit/src/", "proto/src/"] }),
];

export const cruiseOptions = {
  parser: "swc",
  tsPreCompilationDeps: true,
  doNotFollow: { path: "node_modules" },
  exclude: { path: "/src/gen/|/dist/|/target/|/\\.data/" },
  enhancedResolveOptions: {
    exportsFields: ["exports"],
    conditionNames: ["import", "node", "default", "types"],
    extensions: [".ts", ".tsx", ".js", ".mjs", ".json"],
  },
} satisfies ICruiseOptions;
