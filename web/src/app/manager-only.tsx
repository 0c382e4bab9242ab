import { managesSubscriptions } from "@orbline/proto/constants/admin-names";
import type { User } from "@orbline/proto/http/identity/user";
import type { ReactNode } from "react";
import { DeniedPage } from "#/features/admin/denied-page.tsx";
import { AdminOnly } from "./protected.tsx";

/** Shows its page to admins whose username begins with `admin_`. */
export function ManagerOnly({ children }: { children: (admin: User) => ReactNode }) {
  return (
    <AdminOnly>
      {(admin) => (managesSubscriptions(admin.username) ? children(admin) : <DeniedPage />)}
    </AdminOnly>
  );
}
