import { dictionary } from "@zxcvbn-ts/language-common";
import type { PasswordOwner, PasswordWeakness } from "../use-cases/ports.ts";

/** The 49,000 most frequent leaked passwords. */
const commonPasswords: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].map((password) => password.toLowerCase()),
);

/** Words that people use for passwords of this product. */
const productWords = ["orbline", "predictions", "prediction", "sportsbook", "betting", "parlay"];

/** Signs that stand for letters. A 1 or an exclamation mark can be an i or an l. */
const leet: Record<string, string> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "+": "t",
};

/** Fewer letters than this besides the owner's words do not make a password. */
const minOwnLetters = 4;

/**
 * Finds a password that people guess first: a frequent one, also in another case, in leet, or with digits and signs
 * around it; or one that consists of the owner's name, address or of our words.
 */
export function weaknessOf(password: string, owner: PasswordOwner): PasswordWeakness | undefined {
  const lower = password.toLowerCase();
  // "P@ssw0rd1!" has the cores "p@ssw0rd" and "password". A core of one or two characters says nothing.
  const cores = [trim(lower), ...unleet(trim(lower)), ...unleet(lower).map(trim)];
  const isCommon = cores.some((core) => core.length > 2 && commonPasswords.has(core));
  if (isCommon || commonPasswords.has(lower)) return "common";
  const words = ownWords(owner);
  const isPersonal = cores.map(lettersOf).some((letters) => {
    const rest = words.reduce((text, word) => text.replaceAll(word, ""), letters);
    return rest !== letters && rest.length < minOwnLetters;
  });
  return isPersonal ? "personal" : undefined;
}

/** Our words and those of the owner, the longest first, because an address contains its name. */
function ownWords({ username = "", email = "" }: PasswordOwner): string[] {
  const [localPart = "", domain = ""] = email.toLowerCase().split("@");
  const [site = ""] = domain.split(".");
  const words = [username.toLowerCase(), email.toLowerCase(), localPart, site].map(lettersOf);
  return [...productWords, ...words]
    .filter((word) => word.length > 2)
    .toSorted((a, b) => b.length - a.length);
}

/** Cuts digits and signs off both ends. */
function trim(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, "");
}

/** The possible words of a text in leet. */
function unleet(text: string): string[] {
  const plain = text.replace(/[^\p{L}]/gu, (sign) => leet[sign] ?? sign);
  return ["i", "l"].map((letter) => plain.replace(/[1!|]/g, letter));
}
