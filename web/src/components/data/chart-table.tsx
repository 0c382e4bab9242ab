import type { ReactNode } from "react";
import { WhenNear } from "#/components/feedback/when-near.tsx";
import { Disclosure } from "#/components/ui/disclosure.tsx";

/** The numbers of a chart as a table, hidden until the user opens it. A new page renders it then. */
export function ChartTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Disclosure label={label}>
      <WhenNear>{children}</WhenNear>
    </Disclosure>
  );
}
