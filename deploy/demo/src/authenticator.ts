import { createHmac } from "node:crypto";

const stepMs = 30_000;

/** The code that an authenticator app shows `steps` times 30 seconds from now (TOTP, RFC 6238). */
export function codeOf(totpSecret: string, steps = 0): string {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / stepMs) + steps));
  const mac = createHmac("sha1", fromBase32(totpSecret)).update(step).digest();
  const offset = mac.readUInt8(19) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/** Milliseconds until the app shows another code. */
export function msToNextCode(): number {
  return stepMs - (Date.now() % stepMs);
}

function fromBase32(text: string): Buffer {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
