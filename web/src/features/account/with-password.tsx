import type { User } from "@orbline/proto/http/identity/user";
import { lazy, type ReactNode } from "react";
import { PasswordField } from "#/components/form/form-fields.tsx";
import { messages } from "./messages.ts";

const SetPasswordDialog = lazy(async () => ({
  default: (await import("./set-password-dialog.tsx")).SetPasswordDialog,
}));

type WithPasswordProps = { user: User; onClose: () => void; children: ReactNode };

/** A dialog that asks for the password. An account without one gets the dialog that sets it instead. */
export function WithPassword({ user, onClose, children }: WithPasswordProps) {
  return user.hasPassword ? (
    children
  ) : (
    <SetPasswordDialog email={user.email ?? ""} onClose={onClose} />
  );
}

type CurrentPasswordProps = { name?: string; help?: string };

/** The current password, which confirms an important change. */
export function CurrentPassword({ name = "currentPassword", help }: CurrentPasswordProps) {
  return (
    <PasswordField
      name={name}
      label={messages.currentPassword}
      help={help}
      autoComplete="current-password"
    />
  );
}
