import type { Store } from "./store.ts";

export type Clock = ReturnType<typeof createClock>;

/** The only clock of the sandbox: real time at a speed, plus an offset. It never goes back. */
export function createClock(store: Store, wallMs: () => number) {
  const now = (): number => {
    const { at, wall, speed } = store.get().clock;
    return at + Math.max(0, wallMs() - wall) * speed;
  };
  const move = (at: number, speed: number) => store.set({ clock: { at, wall: wallMs(), speed } });
  return {
    now,
    speed: () => store.get().clock.speed,
    advance: (ms: number) => move(now() + Math.max(0, ms), store.get().clock.speed),
    /** Sets how fast the clock runs: 1 is real time, 0 stands still. */
    setSpeed: (speed: number) => move(now(), speed),
  };
}
