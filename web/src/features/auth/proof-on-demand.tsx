import { lazy, Suspense, useEffect, useState } from "react";
import { onProofRequired } from "#/lib/proof.ts";

const ProofDialog = lazy(async () => ({
  default: (await import("./proof-dialog.tsx")).ProofDialog,
}));

type ProofOnDemandProps = { username: string; hasPasskey: boolean };

/** Shows a dialog when a call of this page needs a proof of the password; the call is repeated after it. */
export function ProofOnDemand({ username, hasPasskey }: ProofOnDemandProps) {
  const [answer, setAnswer] = useState<(isProven: boolean) => void>();
  useEffect(() => {
    let decline = () => {};
    const stop = onProofRequired(
      () =>
        new Promise((resolve) => {
          decline = () => resolve(false);
          setAnswer(() => resolve);
        }),
    );
    return () => {
      stop();
      // Without this dialog nobody can answer, so the waiting calls fail.
      decline();
    };
  }, []);
  if (!answer) return null;
  const onDone = (isProven: boolean) => {
    setAnswer(undefined);
    answer(isProven);
  };
  return (
    <Suspense>
      <ProofDialog username={username} hasPasskey={hasPasskey} onDone={onDone} />
    </Suspense>
  );
}
