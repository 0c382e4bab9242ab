import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";

/** A browser's half of a subscription: its keys, with the private one. */
export type BrowserKeys = { p256dh: string; auth: string; privateKey: string };

/** Keys as a browser makes them when it subscribes. */
export function browserKeys(): BrowserKeys {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return {
    p256dh: pair.getPublicKey("base64url"),
    auth: randomBytes(16).toString("base64url"),
    privateKey: pair.getPrivateKey("base64url"),
  };
}

/** Decrypts a message of one record as a browser does (RFC 8291, RFC 8188). @throws when it was not made for these keys */
export function decryptPush(body: Buffer, { p256dh, auth, privateKey }: BrowserKeys): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + senderKey.length);
  const browser = createECDH("prime256v1");
  browser.setPrivateKey(privateKey, "base64url");
  const expand = (from: Buffer, secret: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync("sha256", secret, from, info, bytes));
  const own = Buffer.from(p256dh, "base64url");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, senderKey]);
  const shared = browser.computeSecret(senderKey);
  const input = expand(Buffer.from(auth, "base64url"), shared, info, 32);
  const key = expand(salt, input, "Content-Encoding: aes128gcm\0", 16);
  const nonce = expand(salt, input, "Content-Encoding: nonce\0", 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** Claims of a VAPID token, and the public key that verified it (RFC 8292). @throws when the signature is wrong */
export function verifyVapid(authorization: string) {
  const [, token = "", publicKey = ""] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const coordinate = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(33) };
  const key = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${header}.${claims}`);
  const bytes = Buffer.from(signature, "base64url");
  if (!verify("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, bytes))
    throw new Error("the signature of the VAPID token is wrong");
  return {
    publicKey,
    ...(JSON.parse(Buffer.from(header, "base64url").toString()) as { alg: string }),
    ...(JSON.parse(Buffer.from(claims, "base64url").toString()) as {
      aud: string;
      exp: number;
      sub: string;
    }),
  };
}
