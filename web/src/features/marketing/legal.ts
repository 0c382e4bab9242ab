import { quotes } from "#/shared/plans.ts";
import documents from "./legal.json" with { type: "json" };

export type LegalDocument = {
  title: string;
  lead: string;
  sections: readonly { title: string; paragraphs: readonly string[] }[];
};

export const terms = withPrices(documents.terms);
export const privacy = withPrices(documents.privacy);
export const responsibleGaming = withPrices(documents.responsibleGaming);

export const helplineMessages = {
  title: "Talk to someone",
  call: "Call",
  guardrails: "Set your guardrails",
} as const;

function withPrices({ title, lead, sections }: LegalDocument): LegalDocument {
  return {
    title,
    lead,
    sections: sections.map((section) => ({ ...section, paragraphs: section.paragraphs.map(fill) })),
  };
}

/** Replaces the names of plan terms in braces. @throws on an unknown name */
function fill(text: string): string {
  return text.replace(/\{(\w+)\}/g, (_, name) => {
    const quote = Object.entries(quotes).find(([key]) => key === name)?.[1];
    if (quote === undefined) throw new Error(`A legal text names an unknown plan term: ${name}.`);
    return quote;
  });
}
