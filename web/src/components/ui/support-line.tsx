import { ExternalLink } from "#/components/ui/link.tsx";
import { site } from "#/lib/site.ts";

/** A sentence that ends with the address of support. */
export function SupportLine({ before }: { before: string }) {
  return (
    <p>
      {before} <ExternalLink href={`mailto:${site.supportEmail}`}>{site.supportEmail}</ExternalLink>
    </p>
  );
}
