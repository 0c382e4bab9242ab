import { unclaimedDays } from "@orbline/proto/constants/plans";
import { quotes } from "#/shared/plans.ts";
import documents from "./legal.json" with { type: "json" };

export type LegalDocument = {
  title: string;
  lead: string;
  /** The day of the last change, for texts that a reader may have to cite. */
  updated?: string;
  sections: readonly { title: string; paragraphs: readonly string[] }[];
};

const planFacts = { ...quotes, unclaimedLength: `${unclaimedDays} days` };

export const terms = withPrices(documents.terms);
export const privacy = withPrices(documents.privacy);
export const responsibleGaming = withPrices(documents.responsibleGaming);

export const legalMessages = {
  updated: (day: string) => `Last updated ${day}`,
  contactTitle: "Contact",
  contact: "Questions about this page? Email",
} as const;

export const helplineMessages = {
  title: "Talk to someone",
  call: "Call",
  guardrails: "Set your guardrails",
} as const;

function withPrices({ sections, ...document }: LegalDocument): LegalDocument {
  return {
    ...document,
    sections: sections.map((section) => ({ ...section, paragraphs: section.paragraphs.map(fill) })),
  };
}

/** Replaces the names of plan terms in braces. @throws on an unknown name */
function fill(text: string): string {
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const quote = Object.entries(planFacts).find(([key]) => key === name)?.[1];
    if (quote === undefined) throw new Error(`A legal text names an unknown plan term: ${name}.`);
    return quote;
  });
}
