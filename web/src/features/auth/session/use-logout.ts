import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNavigate } from "react-router";
import { currentUserQuery, logout } from "../api.ts";
import { notify } from "#/stores/notice-store.ts";
import { messages } from "../messages.ts";

const leaveAfterMs = 100;

/** Signs out: the user is gone at once, the browser goes to /auth a moment later. */
export function useLogout() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(() => {
    void logout(client);
    notify({ title: messages.loggedOut });
    setTimeout(() => {
      // A user who has signed in again by then stays on the page.
      if (!client.getQueryData(currentUserQuery.queryKey)) void navigate("/auth");
    }, leaveAfterMs);
  }, [client, navigate]);
}
