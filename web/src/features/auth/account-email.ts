import { useQuery } from "@tanstack/react-query";
import { currentUserQuery } from "./api.ts";

/** Email of the signed-in account, if it has one. */
export function useAccountEmail(): string | undefined {
  return useQuery(currentUserQuery).data?.email ?? undefined;
}
