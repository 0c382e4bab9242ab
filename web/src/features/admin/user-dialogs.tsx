import type { AdminUser } from "@orbline/proto/http/admin";
import { useState } from "react";
import { SheetChain } from "#/components/ui/sheet.tsx";
import { ActivateDialog } from "./activate-dialog.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DetailsDialog } from "./details-dialog.tsx";

type Step = "details" | "activate" | "cancel";

type UserDialogsProps = { user: AdminUser; onClose: () => void };

const Dialogs = ({ user, onClose }: UserDialogsProps) => {
  const [step, setStep] = useState<Step>("details");
  const back = () => setStep("details");
  switch (step) {
    case "details":
      return (
        <DetailsDialog
          user={user}
          onClose={onClose}
          onActivate={() => setStep("activate")}
          onCancel={() => setStep("cancel")}
        />
      );
    case "activate":
      return <ActivateDialog user={user} onDone={onClose} onBack={back} />;
    case "cancel":
      return <CancelDialog user={user} onDone={onClose} onBack={back} />;
  }
};

/** The three dialogs of one user: details first, from there activate or cancel, and back. */
export const UserDialogs = (props: UserDialogsProps) => (
  <SheetChain>
    <Dialogs {...props} />
  </SheetChain>
);
