import { newDispute } from "../../shapes/dispute.ts";
import { change, create, emit } from "../../state/events.ts";
import type { Charge, Dispute } from "../../state/objects.ts";
import type { World } from "../../state/world.ts";

/** Opens a dispute. The bank withdraws the amount at once. */
export function openDispute(world: World, charge: Charge): Dispute {
  change(world, "charge", charge, { disputed: true }, "charge.updated");
  const dispute = create(world, "dispute", newDispute(charge, world.clock.now()));
  emit(world, "charge.dispute.created", dispute);
  emit(world, "charge.dispute.funds_withdrawn", dispute);
  return dispute;
}

export function isOpen({ status }: Dispute): boolean {
  return status !== "won" && status !== "lost";
}

/** Closes a dispute. `won` reinstates the funds. */
export function closeDispute(
  world: World,
  dispute: Dispute,
  status: "won" | "lost",
  patch: Partial<Dispute> = {},
): Dispute {
  const closed = change(world, "dispute", dispute, { ...patch, status });
  if (status === "won") emit(world, "charge.dispute.funds_reinstated", closed);
  emit(world, "charge.dispute.closed", closed, { status: dispute.status });
  return closed;
}
