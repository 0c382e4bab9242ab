import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { logout } from "../features/auth/api.ts";
import { notify } from "../stores/notice-store.ts";
import { authTexts } from "../texts/auth.ts";

const leaveAfterMs = 100;

/** Signs out: the user is gone at once, the browser goes to /auth a moment later. */
export const useLogout = () => {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    void logout(client);
    notify({ title: authTexts.loggedOut });
    setTimeout(() => void navigate("/auth"), leaveAfterMs);
  };
};
