import { lazy, Suspense } from "react";
import { useHydrated } from "#/lib/use-hydrated.ts";

const SettledSample = lazy(async () => ({
  default: (await import("#/features/record/settled-sample.tsx")).SettledSample,
}));

/** The pick that was settled last. It arrives after the page, so nothing in sight may follow it. */
export function LateSample() {
  return (
    useHydrated() && (
      <Suspense>
        <SettledSample />
      </Suspense>
    )
  );
}
