import { slateMessages } from "#/shared/messages.ts";
import { Badge } from "#/components/ui/badge.tsx";

/** After a pick or game without a rating that counts; nothing after others. */
export const MarketOnly = ({ marketOnly }: { marketOnly: boolean }) =>
  marketOnly ? (
    <>
      {" "}
      <Badge tone="warm" title={slateMessages.marketOnlyNote}>
        {slateMessages.marketOnly}
      </Badge>
    </>
  ) : null;
