import { useQuery } from "@tanstack/react-query";
import { currentUserQuery } from "./api.ts";

/** The signed-in account's e-mail, if there is an account and it has one. */
export const useAccountEmail = (): string | undefined =>
  useQuery(currentUserQuery).data?.email ?? undefined;
