import { linksSuite } from "./links-suite.ts";
import { memoryLinks } from "./memory-links.ts";

let nowMs = 1_000_000;
const links = memoryLinks({ now: () => new Date(nowMs) });

linksSuite("memory", () => ({ links, passTime: (ms) => void (nowMs += ms) }));
