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
  // A tracking script, when one is configured, offers itself under this name.
  var orblineReferral:
    | { referralId?: string; convert?: (conversion: Conversion) => void }
    | undefined;
}

/** Keeps the code of `?ref=` or `?affiliate=` for thirty days. */
export function rememberReferral(search: string, now = Date.now()) {
  const query = new URLSearchParams(search);
  const code = query.get("ref") ?? query.get("affiliate");
  if (code === null || !codeShape.test(code)) return;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ code, until: now + keptMs }));
  } catch {
    // Without storage the code is lost with the page; signing up works all the same.
  }
}

/** The affiliate code in force: the tracking script's, else the remembered one. */
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

/** Tells the tracking script, if there is one, that a referred visitor paid; `amount` is in cents. */
export const reportConversion = (conversion: Conversion) =>
  globalThis.orblineReferral?.convert?.(conversion);

/** Loads the referral script, if one is configured; the page's policy must allow its origin. */
export function loadReferralScript(url: string) {
  if (url === "") return;
  const script = document.createElement("script");
  script.src = url;
  script.async = true;
  document.head.append(script);
}
