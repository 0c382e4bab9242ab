import type { UserViews } from "./ports.ts";

const longestWaitMs = 1_000;

/** Waits until the read model has seen a version, if there is one, a second at most: a list read next shows it. */
export const awaitVersion =
  ({ users, sleep }: { users: UserViews; sleep: (ms: number) => Promise<void> }) =>
  async (userId: string, version: number): Promise<void> => {
    if (version === 0) return;
    const deadline = performance.now() + longestWaitMs;
    while (performance.now() < deadline) {
      const view = await users.find(userId);
      if (view && view.subscriptionSeq >= version) return;
      await sleep(20);
    }
  };
