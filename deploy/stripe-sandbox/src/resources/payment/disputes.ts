import { z } from "zod";
import { closeDispute, isOpen } from "../../billing/payment/disputes.ts";
import { endpoint } from "../../http/endpoint.ts";
import { listPage, pagingByTime } from "../../http/lists.ts";
import { bool, text } from "../../http/params.ts";
import { noSuch, stripeError } from "../../http/stripe-error.ts";
import { change } from "../../state/events.ts";
import type { Dispute } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";

/** Stripe's test mode decides by the text of the evidence. */
const decisions: Record<string, "won" | "lost"> = {
  winning_evidence: "won",
  losing_evidence: "lost",
};

const evidence = z.strictObject({ uncategorized_text: text(20_000).optional() });

/** Disputes: read, list, submit evidence, close as lost. */
export const disputes = [
  endpoint("get", "/v1/disputes/:id", {}, (world, { id }) => disputeById(world, id)),
  endpoint(
    "post",
    "/v1/disputes/:id",
    { evidence: evidence.optional(), submit: bool.optional() },
    (world, { id, params }) => {
      const dispute = open(world, id);
      const evidenceText =
        params.evidence?.uncategorized_text ?? dispute.evidence.uncategorized_text;
      if (params.submit !== false) return submit(world, dispute, evidenceText);
      const kept = { ...dispute.evidence, uncategorized_text: evidenceText };
      return change(world, "dispute", dispute, { evidence: kept }, "charge.dispute.updated");
    },
  ),
  endpoint("post", "/v1/disputes/:id/close", {}, (world, { id }) =>
    closeDispute(world, open(world, id), "lost"),
  ),
  endpoint(
    "get",
    "/v1/disputes",
    { ...pagingByTime, charge: text().optional(), payment_intent: text().optional() },
    (world, { params }) =>
      listPage(world, "dispute", {
        url: "/v1/disputes",
        params,
        where: { payment_intent: params.payment_intent, charge: params.charge },
      }),
  ),
];

function submit(world: World, dispute: Dispute, evidenceText: string | null): Dispute {
  const details = {
    ...dispute.evidence_details,
    has_evidence: true,
    submission_count: dispute.evidence_details.submission_count + 1,
    submission_method: "manual" as const,
  };
  const patch = {
    evidence: { ...dispute.evidence, uncategorized_text: evidenceText },
    evidence_details: details,
  };
  const decision = decisions[evidenceText ?? ""];
  if (decision) return closeDispute(world, dispute, decision, patch);
  const review = { ...patch, status: "under_review" as const };
  return change(world, "dispute", dispute, review, "charge.dispute.updated");
}

function disputeById(world: World, id: string): Dispute {
  const dispute = world.store.find("dispute", id);
  if (!dispute) throw noSuch("dispute", id, "dispute");
  return dispute;
}

function open(world: World, id: string): Dispute {
  const dispute = disputeById(world, id);
  if (isOpen(dispute)) return dispute;
  throw stripeError(400, "This dispute is already closed.");
}
