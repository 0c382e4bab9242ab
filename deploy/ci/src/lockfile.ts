/** The parts of package-lock.json that are checked. */
export type Lockfile = {
  packages: Record<
    string,
    { version?: string; integrity?: string; resolved?: string; link?: boolean; inBundle?: boolean }
  >;
};

/** What is wrong with the lockfile and npm's settings; empty when nothing is. */
export function lockfileFaults({ packages }: Lockfile, npmrc: string): string[] {
  const faults = Object.entries(packages).flatMap(([path, entry]) => {
    const isOurs = !path.includes("node_modules/") || entry.link;
    if (isOurs || entry.inBundle) return [];
    if (!entry.integrity?.startsWith("sha512-")) return [`${path}: no sha512 integrity`];
    return entry.resolved ? [`${path}: has a download address`] : [];
  });
  const settings = ["ignore-scripts=true", "save-exact=true"];
  const missing = settings.filter((setting) => !npmrc.split("\n").includes(setting));
  return [...faults, ...missing.map((setting) => `.npmrc: ${setting} is missing`)];
}

type Audit = {
  vulnerabilities?: Record<string, { severity: string; range: string }>;
};

/** The vulnerabilities in the output of `npm audit --json`; undefined when the registry did not answer. */
export function readAdvisories(output: string): { total: number; severe: string[] } | undefined {
  const { vulnerabilities } = parse(output);
  if (!vulnerabilities) return undefined;
  const found = Object.entries(vulnerabilities);
  const severe = found
    .filter(([, { severity }]) => severity === "high" || severity === "critical")
    .map(([name, { severity, range }]) => `${name} ${range}: ${severity}`);
  return { total: found.length, severe };
}

function parse(output: string): Audit {
  try {
    return JSON.parse(output) as Audit;
  } catch {
    return {};
  }
}
