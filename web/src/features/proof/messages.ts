import { priceMessages } from "#/shared/price-messages.ts";

/** Texts of shared picks and of the record log. */
export const messages = {
  sharedPick: "Shared pick",
  parlay: (sport: string, legs: number) => `${sport} ${legs}-leg parlay`,
  sharedLead: "A pick by Orbline, with the proof of when it was made.",
  receiptFailed: "The pick did not load",
  missing: "There's no pick at this address",
  missingText: "Its owner has stopped sharing it, or the link is incomplete.",
  seeRecord: "See the record",
  recording: "We are adding this pick to the record log. That takes less than a minute.",
  proofTitle: "Proof",
  verifying: "Verifying in your browser…",
  verified: "Verified by your browser",
  verifiedText: "This pick was made before its games, and nobody has changed it since.",
  notVerified: "Not verified",
  notVerifiedText: "This pick does not match the record log, so it may have been changed.",
  uncheckedText:
    "Your browser cannot check all of the proof. Every part that it could check is right.",
  lateText:
    "This pick is in the log, but was logged too late: after its first game had started. So the log does not prove when it was made.",
  demoText:
    "This pick is demo data: the past of the simulated season is filled in after its games. So the log does not prove when it was made.",
  checks: {
    inclusion: {
      passed: (number: string, size: string) =>
        `The pick is in our public log, unchanged, as number ${number} of ${size}`,
      failed: "This pick is not in the log",
      unsupported: "Your browser cannot check the log",
    },
    signature: {
      passed: "We signed that log, and our signature on it is valid",
      failed: "The signature of the log is not valid",
      unsupported: "Your browser cannot check Ed25519 signatures",
    },
    time: {
      passed: (when: string) => `We signed it on ${when}, before the first game started`,
      failed: "We signed it only after the first game had started",
      unsupported: "Your browser cannot check the time",
    },
  },
  howItWorks: "How the proof works",
  outcome: "Outcome",
  odds: "Odds",
  breakEven: priceMessages.breakEven,
  estimate: priceMessages.ourEstimate,
  loses: "Loses",
  made: "Made",
  legs: "Picks",
  entertainment: "For entertainment. No outcome is guaranteed, and we take no bets.",
  logTitle: "The proof behind the record",
  logLead:
    "Nobody, including us, can change, back-date or remove a pick later. Don't trust us: your browser checks it.",
  headsFailed: "The log did not load",
  checked: "Checked by your browser",
  size: "Picks in the log",
  lastSigned: "Last signed",
  signatureChecks: {
    passed: "Our signature is valid",
    failed: "Our signature is not valid",
    unsupported: "Your browser cannot check Ed25519 signatures",
  },
  checking: "Checking…",
  howTitle: "What the signature proves",
  how: [
    "When a pick is made, it gets the next number in one public list: the log.",
    "Before its games start, we sign the whole log. If anybody changes or removes a pick after that, the signature no longer fits.",
    "Once its games have started, everyone can read the pick and how it ended.",
  ],
  compare: "Check that nothing was changed",
  compareLead:
    "Every pick that was in the log when we signed it earlier must be in it today, unchanged. Your browser compares an earlier log with today's.",
  check: "Check",
  choose: "Compare two other signed logs",
  chooseLead: "Each log that we signed is a head. Heads are numbered from 0.",
  earlier: "Earlier head",
  later: "Later head",
  consistent: (picks: number, when: string) =>
    `Nothing was changed: the later log begins with the same ${picks === 1 ? "pick" : `${picks} picks`} as the log of ${when}.`,
  inconsistent: (when: string) =>
    `The log was changed: the later log does not begin with the picks of the log of ${when}.`,
  unknownHead: "Enter the numbers of two heads, the earlier one first.",
  compareFailed: "The proof did not load. Try again.",
  technical: "Technical details",
  technicalLead:
    "The log is a Merkle tree (RFC 6962). Each head is the tree's root hash with a time, signed with Ed25519.",
  newest: "Newest head and public key",
  head: "Head",
  signed: "Signed",
  root: "Root hash",
  keyId: "Key id (SHA-256)",
  key: "Public key (base64)",
  history: "Recent heads",
  audit: "Check everything with one command",
  auditText:
    "Until its games start, and after its account is deleted, a pick is only a hash in the log. This command recomputes every hash, signature and total from the public API:",
} as const;
