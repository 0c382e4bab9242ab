import type { User } from "@orbline/proto/http/identity/user";

const storageKey = "orbline.referral";
const reportedKey = "orbline.reported";
const keptReports = 20;
const keptMs = 30 * 86_400_000;
const codeShape = /^[A-Za-z0-9_.-]{1,64}$/;

type Conversion = {
  email: string;
  amount: number;
  externalId: string;
  currency: "USD";
  metadata: { plan: string; source: string; affiliateCode: string | undefined };
};

declare global {
  // Set by the tracking script, if one is configured.
  var orblineReferral:
    | { referralId?: string; convert?: (conversion: Conversion) => void }
    | undefined;
}

/** Stores the code in `?ref=` or `?affiliate=` for thirty days. */
export function rememberReferral(search: string, now = Date.now()) {
  const query = new URLSearchParams(search);
  const code = query.get("ref") ?? query.get("affiliate");
  if (code === null || !codeShape.test(code)) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ code, until: now + keptMs }));
  } catch {
    // Without storage the code is lost on reload. Sign-up works without it.
  }
}

/** The current affiliate code: the tracking script's, else the stored one. */
export function referralCode(now = Date.now()): string | undefined {
  const tracked = globalThis.orblineReferral?.referralId;
  if (tracked !== undefined && codeShape.test(tracked)) return tracked;
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "null");
    if (typeof kept !== "object" || kept === null) return undefined;
    if (!("code" in kept) || !("until" in kept)) return undefined;
    return typeof kept.code === "string" && Number(kept.until) > now ? kept.code : undefined;
  } catch {
    return undefined;
  }
}

/** Reports a conversion once for each key, reloads included, if there is a tracking script. `amount` is in cents. */
export function reportConversion(
  key: string,
  {
    plan,
    source,
    ...conversion
  }: Pick<Conversion, "email" | "amount" | "externalId"> & {
    plan: string;
    source: string;
  },
) {
  const convert = globalThis.orblineReferral?.convert;
  if (!convert || !isFirst(key)) return;
  const metadata = { plan, source, affiliateCode: referralCode() };
  convert({ ...conversion, currency: "USD", metadata });
}

/** Reports a new account that pays nothing. */
export function reportFreeSignUp({ id, email }: Pick<User, "id" | "email">, source: string) {
  reportConversion(id, { email: email ?? "", amount: 0, externalId: id, plan: "free", source });
}

function isFirst(key: string): boolean {
  try {
    const reported: unknown = JSON.parse(localStorage.getItem(reportedKey) ?? "[]");
    const keys: unknown[] = Array.isArray(reported) ? reported : [];
    if (keys.includes(key)) return false;
    localStorage.setItem(reportedKey, JSON.stringify([...keys, key].slice(-keptReports)));
  } catch {
    // Without storage a reload reports again. The script gets the same `externalId`.
  }
  return true;
}

/** The part of Trusted Types that TypeScript does not know yet. */
type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string };
};

/**
 * Loads the tracking script, if one is configured. The content security policy must allow its origin, and the policy
 * `referral` is the only one that it lets make the address of a script.
 */
export function loadReferralScript(url: string) {
  if (url === "") return;
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("referral", { createScriptURL: (text) => text });
  const script = document.createElement("script");
  script.src = policy ? policy.createScriptURL(url) : url;
  script.async = true;
  document.head.append(script);
}
