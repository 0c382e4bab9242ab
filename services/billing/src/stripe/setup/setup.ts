/** What the account is set up for. */
export type Setup = {
  /** The origin of the product. */
  origin: string;
  /** The product's name, as buyers see it on invoices. */
  brand: string;
  /** False only says what is missing. */
  apply: boolean;
};

/** One part of the account: as it should be, changed, missing (without `apply`), or to be done by hand. */
export type Finding = { result: "kept" | "changed" | "missing" | "todo"; text: string };

/** Does a change, or only names it. */
export async function changeOrName(
  { apply }: Pick<Setup, "apply">,
  text: string,
  change: () => Promise<unknown>,
): Promise<Finding> {
  if (!apply) return { result: "missing", text };
  await change();
  return { result: "changed", text };
}
