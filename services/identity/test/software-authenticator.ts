import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import type {
  AddPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsePasskey,
} from "@orbline/proto/http/identity/passkeys";

type Registration = AddPasskey["credential"];
type Assertion = UsePasskey["credential"];

/** A device that holds one passkey. */
export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;

/** What a dishonest browser or a broken device does. */
type Faults = {
  origin?: string;
  rpId?: string;
  /** Without it nobody has touched the device or entered its PIN. */
  isVerified?: boolean;
  counter?: number;
};

const site = { origin: "https://orbline.test", rpId: "orbline.test" };

/** A passkey with an ES256 key, as a browser returns it (W3C Web Authentication Level 3). Its counter grows with each use. */
export function softwareAuthenticator(credentialId = randomBytes(32)) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = credentialId.toString("base64url");
  let uses = 0;
  let userHandle = "";

  const dataOf = ({ rpId = site.rpId, isVerified = true, counter }: Faults, more?: Buffer) => {
    uses += 1;
    const flags = (isVerified ? 0b101 : 0b001) | (more ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? uses);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more ?? Buffer.alloc(0)]);
  };
  const clientData = (type: string, challenge: string, { origin = site.origin }: Faults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  return {
    id,
    create: ({ challenge, user }: PasskeyCreation, faults: Faults = {}): Registration => {
      userHandle = user.id;
      const length = Buffer.from([0, credentialId.length]);
      const aaguid = Buffer.alloc(16);
      const attested = Buffer.concat([aaguid, length, credentialId, coseKey(publicKey)]);
      return {
        id,
        response: {
          clientDataJSON: clientData("webauthn.create", challenge, faults).toString("base64url"),
          attestationObject: attestation(dataOf(faults, attested)).toString("base64url"),
          transports: ["internal", "unknown"],
        },
      };
    },
    get: (
      { challenge }: Pick<PasskeyRequest, "challenge">,
      faults: Faults & { userHandle?: string } = {},
    ): Assertion => {
      const data = clientData("webauthn.get", challenge, faults);
      const authenticatorData = dataOf(faults);
      const signed = Buffer.concat([authenticatorData, sha256(data)]);
      return {
        id,
        response: {
          clientDataJSON: data.toString("base64url"),
          authenticatorData: authenticatorData.toString("base64url"),
          signature: sign("sha256", signed, privateKey).toString("base64url"),
          userHandle: faults.userHandle ?? userHandle,
        },
      };
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}

/** The attestation object in CBOR: `{ fmt: "none", attStmt: {}, authData }`. */
function attestation(authData: Buffer): Buffer {
  const text = (value: string) => Buffer.from([0x60 + value.length, ...Buffer.from(value)]);
  return Buffer.concat([
    Buffer.from([0xa3]),
    text("fmt"),
    text("none"),
    text("attStmt"),
    Buffer.from([0xa0]),
    text("authData"),
    Buffer.from([0x58, authData.length]),
    authData,
  ]);
}

/** An ES256 public key in COSE: `{ 1: 2, 3: -7, -1: 1, -2: x, -3: y }`. */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const bytes = (value: string) => Buffer.from(value, "base64url");
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    bytes(x),
    Buffer.from([0x22, 0x58, 0x20]),
    bytes(y),
  ]);
}
