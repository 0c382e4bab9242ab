import { memoryWaitlist } from "./memory-waitlist.ts";
import { waitlistSuite } from "./waitlist-suite.ts";

const waitlist = memoryWaitlist({ now: () => new Date(1_000_000) });

waitlistSuite("memory", () => waitlist);
