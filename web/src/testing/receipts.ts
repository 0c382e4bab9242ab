import { generateKeyPairSync, sign } from "node:crypto";
import type { LeafText, Receipt } from "@orbline/proto/http/prediction/record-log";
import { keyIdOf, leafHashOf } from "@orbline/proto/http/prediction/record-proof";

const { privateKey, publicKey } = generateKeyPairSync("ed25519");
const publicKeyText = publicKey.export({ type: "spki", format: "der" }).toString("base64");

const pick: LeafText = {
  v: 1,
  salt: "00112233445566778899aabbccddeeff",
  id: "prd_1",
  createdAt: "2026-11-20T10:00:00.000Z",
  sport: "nba",
  riskLevel: "moderate",
  slate: { kind: "simulated", label: "Simulated slate" },
  modelVersion: "nba-1",
  odds: 105,
  probability: 0.5,
  legs: [
    {
      gameId: "game-1",
      game: "Boston Celtics vs Utah Jazz",
      betOn: "Boston Celtics",
      opponent: "Utah Jazz",
      betType: "Moneyline",
      wager: { market: "moneyline", side: "home" },
      odds: 105,
      book: "Northgate",
      startsAt: "2026-11-20T19:00:00.000Z",
      endsAt: "2026-11-20T22:00:00.000Z",
      modelProbability: 0.5,
      marketProbability: 0.48,
      probability: 0.5,
    },
  ],
};

/** A signed head over one leaf. */
export async function aTreeHead(
  rootHash: string,
  { number = 0, timestamp = "2026-11-20T10:00:20.000Z" } = {},
) {
  const bytes = Buffer.alloc(50);
  bytes.writeUInt8(1, 1);
  bytes.writeBigUInt64BE(BigInt(Date.parse(timestamp)), 2);
  bytes.writeBigUInt64BE(1n, 10);
  bytes.write(rootHash, 18, "hex");
  return {
    number,
    size: 1,
    rootHash,
    timestamp,
    keyId: await keyIdOf(publicKeyText),
    signature: sign(null, bytes, privateKey).toString("base64"),
  };
}

export const testPublicKey = publicKeyText;

/** The receipt of the only pick of a log, with a valid proof. */
export async function aReceipt(
  fields: Partial<Receipt> = {},
  {
    slate = pick.slate,
    probability = pick.probability,
    legCount = 1,
    ...head
  }: Partial<Pick<LeafText, "slate" | "probability">> & {
    timestamp?: string;
    legCount?: number;
  } = {},
): Promise<Receipt> {
  const legs = Array.from({ length: legCount }, (_, index) => ({
    ...pick.legs[0],
    gameId: `game-${index + 1}`,
  }));
  const text = JSON.stringify({ ...pick, slate, probability, legs });
  const hash = await leafHashOf(text);
  return {
    slug: "aaaaaaaaaaaaaaaaaaaaaa",
    leaf: { number: 0, hash, text },
    proof: { head: await aTreeHead(hash, head), publicKey: publicKeyText, path: [] },
    outcome: "won",
    legOutcomes: ["won"],
    settledAt: "2026-11-20T22:10:00.000Z",
    ...fields,
  };
}
