import type { Customer, CustomerBalanceTransaction } from "../objects/types.ts";
import { change, create, type World } from "../state/world.ts";

type Reason = Pick<CustomerBalanceTransaction, "type"> &
  Partial<Pick<CustomerBalanceTransaction, "description" | "invoice" | "metadata">>;

/** Adds an amount in cents to a customer's balance: a negative one is credit, a positive one is owed. */
export function addToBalance(
  world: World,
  customer: Customer,
  amount: number,
  { type, ...more }: Reason,
): CustomerBalanceTransaction {
  const ending_balance = customer.balance + amount;
  change(world, "customer", customer, { balance: ending_balance }, "customer.updated");
  const fields = { ...more, amount, customer: customer.id, ending_balance, type };
  return create(world, "customer_balance_transaction", fields);
}
