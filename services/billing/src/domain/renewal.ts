import { isFinal } from "./sources.ts";
import { isEnded, type ProviderSource, type Subscription } from "./subscription.ts";

const isOpen = (source: ProviderSource): boolean =>
  !isEnded(source) && !isFinal(source) && source.status !== "incomplete";

/** The subscription that the provider would charge again, also when a charge of it has failed; the newest of several. */
export const findRenewing = ({ sources }: Pick<Subscription, "sources">) =>
  sources
    .filter((source) => source.kind === "provider")
    .filter(isOpen)
    .toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .at(-1);
