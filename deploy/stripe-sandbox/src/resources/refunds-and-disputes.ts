import { z } from "zod";
import { closeDispute, isOpen, refundCharge } from "../billing/refunds.ts";
import { byId, endpoint, list, listPage, paging, retrieve } from "../http/endpoint.ts";
import { bool, integer, mergeMetadata, metadata, text } from "../http/params.ts";
import { refusal } from "../http/stripe-error.ts";
import type { Charge, Dispute } from "../objects/types.ts";
import { change, type World } from "../state/world.ts";

const target = { charge: text().optional(), payment_intent: text().optional() };
const byTarget = { charge: "charge", payment_intent: "payment_intent" };

const refundParams = {
  ...target,
  amount: integer(1).optional(),
  metadata: metadata.optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
};

const disputeParams = {
  evidence: z.strictObject({ uncategorized_text: text(20_000).optional() }).optional(),
  submit: bool.optional(),
};

/** Stripe's test mode decides by the text of the evidence. */
const decisions: Record<string, "won" | "lost"> = {
  winning_evidence: "won",
  losing_evidence: "lost",
};

/** Refunds of charges, and disputes by their cardholders. */
export const refundsAndDisputes = [
  endpoint("POST /v1/refunds", refundParams, (world, { params }) => {
    const more = { metadata: mergeMetadata({}, params.metadata), reason: params.reason ?? null };
    return refundCharge(world, chargeOf(world, params), params.amount, more);
  }),
  retrieve("refund", "/v1/refunds"),
  list("refund", "/v1/refunds", byTarget, {}),
  endpoint("GET /v1/charges/:id/refunds", paging, (world, { id, params }) =>
    listPage(world, "refund", `/v1/charges/${id}/refunds`, params, {
      where: { charge: byId(world, "charge", id).id },
    }),
  ),
  retrieve("dispute", "/v1/disputes"),
  list("dispute", "/v1/disputes", byTarget, {}),
  endpoint("POST /v1/disputes/:id", disputeParams, (world, { id, params }) => {
    const dispute = openDispute(world, id);
    const { uncategorized_text = dispute.evidence.uncategorized_text } = params.evidence ?? {};
    const evidence = { ...dispute.evidence, uncategorized_text };
    if (params.submit === false)
      return change(world, "dispute", dispute, { evidence }, "charge.dispute.updated");
    const { evidence_details: details } = dispute;
    const submitted = {
      evidence,
      evidence_details: {
        ...details,
        has_evidence: true,
        submission_count: details.submission_count + 1,
        submission_method: "manual",
      },
    } as const;
    const review = { ...submitted, status: "under_review" } as const;
    const reviewed = change(world, "dispute", dispute, review, "charge.dispute.updated");
    const decision = decisions[uncategorized_text ?? ""];
    return decision ? closeDispute(world, reviewed, decision) : reviewed;
  }),
  endpoint("POST /v1/disputes/:id/close", {}, (world, { id }) =>
    closeDispute(world, openDispute(world, id), "lost"),
  ),
];

function chargeOf(
  world: World,
  { charge, payment_intent: intent }: z.output<z.ZodObject<typeof target>>,
): Charge {
  if (charge !== undefined) {
    const found = byId(world, "charge", charge, "charge");
    if (found.paid) return found;
    throw refusal("charge_not_refundable", { id: charge });
  }
  if (intent === undefined) throw refusal("refund_without_target");
  const { latest_charge } = byId(world, "payment_intent", intent, "payment_intent");
  const latest = world.store.find("charge", latest_charge);
  if (latest?.paid) return latest;
  throw refusal("refund_without_charge", { id: intent });
}

function openDispute(world: World, id: string): Dispute {
  const dispute = byId(world, "dispute", id);
  if (isOpen(dispute)) return dispute;
  throw refusal("dispute_closed");
}
