/** Asks the user for a proof of the password; resolves with false when the user declines. */
type AskForProof = () => Promise<boolean>;

let ask: AskForProof | undefined;
let asking: Promise<boolean> | undefined;

/** Sets what asks for a proof while a page needs it. Returns a function that removes it. */
export function onProofRequired(handler: AskForProof): () => void {
  ask = handler;
  return () => {
    ask = undefined;
  };
}

/** Asks for a proof once for all calls that need it now. False where nothing can ask. */
export function askForProof(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}
