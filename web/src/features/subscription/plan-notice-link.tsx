import { chakra } from "@chakra-ui/react/styled-system";
import type { User } from "@orbline/proto/http/identity/user";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { useNow } from "#/lib/use-now.ts";
import { subscriptionStatusQuery } from "./status.ts";
import { planNotice } from "./plan-notice.ts";

const Notice = chakra(Link, {
  base: {
    minWidth: 0,
    truncate: true,
    lineHeight: "44px",
    textStyle: "small",
    color: "warm.fg",
  },
});

/** A link to the account that says what ends or needs the user, if anything does. */
export function PlanNoticeLink({ user }: { user: User }) {
  const nowMs = useNow();
  const { data: subscription } = useQuery({
    ...subscriptionStatusQuery,
    // An account without a plan has nothing that ends.
    enabled: user.subscriptionTier.startsWith("premium"),
  });
  const text = planNotice(user, subscription, nowMs);
  return text === undefined ? null : (
    <Notice to="/account" title={text}>
      {text}
    </Notice>
  );
}
