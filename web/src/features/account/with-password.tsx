import type { User } from "@orbline/proto/http/user";
import { lazy, type ReactNode } from "react";

const SetPasswordDialog = lazy(async () => ({
  default: (await import("./set-password-dialog.tsx")).SetPasswordDialog,
}));

type WithPasswordProps = { user: User; onClose: () => void; children: ReactNode };

/** A dialog that asks for the password; an account without one is led to its first password instead. */
export const WithPassword = ({ user, onClose, children }: WithPasswordProps) =>
  user.hasPassword ? children : <SetPasswordDialog email={user.email ?? ""} onClose={onClose} />;
