import type { ReactNode } from "react";
import { Disclosure } from "#/components/ui/disclosure.tsx";

/** The numbers of a chart as a table, hidden until the user opens it. */
export function ChartTable({ label, children }: { label: string; children: ReactNode }) {
  return <Disclosure label={label}>{children}</Disclosure>;
}
