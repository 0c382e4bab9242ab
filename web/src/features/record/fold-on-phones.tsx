import { chakra } from "@chakra-ui/react/styled-system";
import type { ReactNode } from "react";
import { Disclosure } from "#/components/ui/disclosure.tsx";

const shown = { "& > details::details-content": { contentVisibility: "visible" } };

// A browser that cannot style the content of a closed section shows the section on wide screens too.
const Fold = chakra("div", {
  base: {
    "@media print": shown,
    "@media (min-width: 48em)": {
      "@supports selector(::details-content)": {
        ...shown,
        "& > details": { borderTopWidth: 0 },
        "& > details > summary": { display: "none" },
      },
    },
  },
});

/** A section that phones fold. Its text stays in the page, for search and print. */
export function FoldOnPhones({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Fold>
      <Disclosure label={label}>{children}</Disclosure>
    </Fold>
  );
}
