import { useState } from "react";

/** The part of a query that says what failed. */
export type Failing = {
  error: unknown;
  /** Of a list: whether it failed, and its next page is what was fetched last or is being fetched. */
  isFetchNextPageError?: boolean;
};

/**
 * Whether a query's error is that its next page did not come. The error stays while something is fetched again, and
 * the query then tells what that is, not what had failed.
 */
export const useIsMoreError = ({ error, isFetchNextPageError = false }: Failing): boolean => {
  const [known, setKnown] = useState({ error, isMore: isFetchNextPageError });
  if (known.error === error) return known.isMore;
  setKnown({ error, isMore: isFetchNextPageError });
  return isFetchNextPageError;
};
