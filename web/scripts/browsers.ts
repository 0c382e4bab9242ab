import type { Plugin } from "vite";

/** The oldest browsers that the app runs in, all from before April 2024. The README names them. */
export const oldestBrowsers = ["chrome119", "edge119", "firefox121", "safari17.4"];

// The build lowers syntax, but not functions. These are as new as the oldest browsers or newer.
const newer = [
  "\\b(?:Map|Object)\\.groupBy",
  "\\bPromise\\.(?:withResolvers|try)",
  "\\bArray\\.fromAsync",
  "\\bIterator\\.(?:from|concat)",
  "\\.(?:entries|keys|values)\\(\\)\\.(?:drop|every|filter|find|flatMap|forEach|map|reduce|some|take|toArray)",
  "\\.(?:isDisjointFrom|isSubsetOf|isSupersetOf|symmetricDifference)",
  "\\.getOrInsert(?:Computed)?",
  "\\bMath\\.(?:f16round|sumPrecise)",
  "\\bRegExp\\.escape",
  "\\bError\\.isError",
  "\\bURL\\.parse",
  "\\bUint8Array\\.from(?:Base64|Hex)",
  "\\.(?:toBase64|setFromBase64|toHex|setFromHex)",
  "\\bIntl\\.DurationFormat",
  "\\bnew URLPattern",
  "\\bnew CloseWatcher",
  "\\brequestIdleCallback",
  "\\bscheduler\\.(?:postTask|yield)",
  "\\.(?:show|hide|toggle)Popover",
  "\\.moveBefore",
  "\\bTemporal\\.\\w+\\.\\w+",
];
const newerCall = new RegExp(`(?:${newer.join("|")})(?=\\()`, "g");

/** The calls in a script of functions that the oldest browsers may lack. */
export function newerCalls(code: string): string[] {
  return [...new Set(code.match(newerCall))];
}

/** Fails the build when a script calls a function that the oldest browsers may lack. */
export function refuseNewerCalls(): Plugin {
  return {
    name: "refuse-newer-calls",
    apply: "build",
    generateBundle(_options, bundle) {
      for (const output of Object.values(bundle)) {
        const calls = output.type === "chunk" ? newerCalls(output.code) : [];
        if (calls.length > 0)
          this.error(`${output.fileName} calls ${calls.join(", ")}, which old browsers lack.`);
      }
    },
  };
}
