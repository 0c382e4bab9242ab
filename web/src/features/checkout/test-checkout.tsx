import { Box } from "@chakra-ui/react/box";
import { plans, type Plan } from "@orbline/proto/constants/plans";
import { useState } from "react";
import { OrderPanel } from "./order-panel.tsx";
import { PlanCards } from "#/components/form/plan-cards.tsx";

/** A checkout of any plan, for admins. */
export function TestCheckout({ accountEmail }: { accountEmail: string | undefined }) {
  const [plan, setPlan] = useState<Plan>("monthly");
  return (
    <Box display="grid" gap={4}>
      <PlanCards plans={plans} value={plan} onChange={setPlan} compact />
      <OrderPanel plan={plan} accountEmail={accountEmail} source="test_checkout" />
    </Box>
  );
}
