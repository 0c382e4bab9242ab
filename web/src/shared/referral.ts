const storageKey = "orbline.referral";
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

/** Reports the payment of a referred visitor to the tracking script, if there is one. `amount` is in cents. */
export const reportConversion = (conversion: Conversion) =>
  globalThis.orblineReferral?.convert?.(conversion);

/** Loads the tracking script, if one is configured. The content security policy must allow its origin. */
export function loadReferralScript(url: string) {
  if (url === "") return;
  const script = document.createElement("script");
  script.src = url;
  script.async = true;
  document.head.append(script);
}
