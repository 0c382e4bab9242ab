import { queryOptions } from "@tanstack/react-query";
import { call } from "#/lib/api.ts";

const unprovenMs = 3_000;
const openMs = 60_000;

/** A shared pick with its proof. It is read again until it is proven, and then until it is settled. */
export function receiptQuery(slug: string) {
  return queryOptions({
    queryKey: ["/api/receipts", slug],
    queryFn: ({ signal }) =>
      call("prediction", "GET /api/receipts/{slug}", { params: { slug }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (!data) return false;
      if (!data.proof) return unprovenMs;
      return data.outcome === "open" ? openMs : false;
    },
  });
}

/** The newest signed heads of the record log, and the public keys. */
export const treeHeadsQuery = queryOptions({
  queryKey: ["/api/record/heads"],
  queryFn: ({ signal }) => call("prediction", "GET /api/record/heads", { query: {}, signal }),
});

/** One head by its number; undefined when there is none. */
export async function readHead(number: number) {
  const { heads } = await call("prediction", "GET /api/record/heads", { query: { from: number } });
  return heads.find((head) => head.number === number);
}

export const readConsistency = (from: number, to: number) =>
  call("prediction", "GET /api/record/consistency", { query: { from, to } });
