import { watchBacklog } from "@orbline/kit/observability/instruments";
import type { Metrics } from "@orbline/kit/observability/metrics";

type Options = { metrics: Metrics; inbox: Parameters<typeof watchBacklog>[0]["collection"] };

/** Shows how many events of the payment provider wait to be worked on, and for how long the first has been due. */
export const measureInbox = ({ metrics, inbox }: Options): void =>
  watchBacklog({
    metrics,
    name: "webhook_inbox_pending",
    help: "Events of the payment provider that wait to be worked on",
    collection: inbox,
    field: "dueAt",
  });
