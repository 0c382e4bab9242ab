import { generateKeys, token } from "./secrets.ts";

/** The tokens between services. */
const tokens = [
  "GRPC_TOKEN_IDENTITY",
  "GRPC_TOKEN_BILLING",
  "GRPC_TOKEN_PREDICTION",
  "GRPC_TOKEN_ADMIN",
] as const;

/** Services accept the next secrets too; callers use the next ones; services accept no others. */
export type RotationStep = "prepare" | "switch" | "finish";

/**
 * The next step in replacing the gateway's key and the tokens between services. A list of two is accepted by services, and
 * callers use its first part, so processes before and after each step understand each other.
 * @throws when the secrets are incomplete or in different steps
 */
export function rotate(secrets: NodeJS.Dict<string>): {
  step: RotationStep;
  secrets: NodeJS.Dict<string>;
} {
  const lists = [...tokens, "ASSERTION_PUBLIC_KEY"].map((name) => partsOf(secrets, name));
  const lengths = new Set(lists.map((parts) => parts.length));
  if (lengths.size > 1) throw new Error("some secrets have two values and others have one");
  if (lengths.has(1)) return { step: "prepare", secrets: prepare(secrets) };
  return secrets["ASSERTION_PRIVATE_KEY_NEXT"]
    ? { step: "switch", secrets: switchOver(secrets) }
    : { step: "finish", secrets: keepFirst(secrets) };
}

function prepare(secrets: NodeJS.Dict<string>): NodeJS.Dict<string> {
  const next = generateKeys();
  return {
    ...secrets,
    ...mapLists(secrets, ([old], name) => [
      old,
      name === "ASSERTION_PUBLIC_KEY" ? next.ASSERTION_PUBLIC_KEY : token(),
    ]),
    ASSERTION_PRIVATE_KEY_NEXT: next.ASSERTION_PRIVATE_KEY,
  };
}

function switchOver(secrets: NodeJS.Dict<string>): NodeJS.Dict<string> {
  const { ASSERTION_PRIVATE_KEY_NEXT, ...others } = secrets;
  return {
    ...others,
    ...mapLists(secrets, ([old, next]) => [next, old]),
    ASSERTION_PRIVATE_KEY: ASSERTION_PRIVATE_KEY_NEXT,
  };
}

function keepFirst(secrets: NodeJS.Dict<string>): NodeJS.Dict<string> {
  return { ...secrets, ...mapLists(secrets, ([first]) => [first]) };
}

function mapLists(
  secrets: NodeJS.Dict<string>,
  change: (parts: string[], name: string) => (string | undefined)[],
): NodeJS.Dict<string> {
  return Object.fromEntries(
    [...tokens, "ASSERTION_PUBLIC_KEY"].map((name) => [
      name,
      change(partsOf(secrets, name), name).join(","),
    ]),
  );
}

function partsOf(secrets: NodeJS.Dict<string>, name: string): string[] {
  const text = secrets[name];
  if (!text) throw new Error(`${name} is missing`);
  return text.split(",");
}
