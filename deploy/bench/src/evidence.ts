import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { eventually } from "@orbline/kit/testing/eventually";

const linesIn = (text: string) => text.split('"msg":"request"').length - 1;

/** Counts the lines about requests that a log file has got since the last look. */
export const logCounter = (file: string) => {
  const log = openSync(file, "r");
  let read = fstatSync(log).size;
  let seen = 0;
  // A look may fall into the middle of a line that is being written, even of a character: so no UTF-8 here.
  let begun = "";
  return {
    /** Waits until so many more are there. @throws when there are fewer or more */
    expect: async (requests: number): Promise<void> => {
      await eventually(() => {
        const chunk = Buffer.alloc(fstatSync(log).size - read);
        read += readSync(log, chunk, 0, chunk.length, read);
        const text = begun + chunk.toString("latin1");
        const end = text.lastIndexOf("\n") + 1;
        begun = text.slice(end);
        seen += linesIn(text.slice(0, end));
        if (seen !== requests) throw new Error(`${file}: ${seen} of ${requests} requests logged`);
      });
      seen = 0;
    },
    close: () => closeSync(log),
  };
};

const tailBytes = 8_192;

/** Looks at the end of a log file, which may be replaced by a new one when it is full. */
export const freshLog = (file: string, route: string) => {
  const lastLine = () => {
    const log = openSync(file, "r");
    const from = Math.max(0, fstatSync(log).size - tailBytes);
    const chunk = Buffer.alloc(tailBytes);
    const length = readSync(log, chunk, 0, tailBytes, from);
    closeSync(log);
    const lines = chunk.subarray(0, length).toString().split("\n");
    return lines.findLast((line) => line.includes(`"route":"${route}"`));
  };
  let before = "";
  return {
    /** Waits until its last line about this route is another one than at the last look. @throws when there is none */
    expect: async (): Promise<void> => {
      before = await eventually(() => {
        const line = lastLine();
        if (line === undefined || line === before) throw new Error(`${file}: no request logged`);
        return line;
      });
    },
  };
};

const durations = /^http_request_duration_seconds_count\{([^}]*)\} (\d+)$/gm;

/** How many requests of one route ended with 200, in a text of metrics. */
export const servedIn = (metrics: string, route: string): number =>
  [...metrics.matchAll(durations)]
    .filter(([, labels = ""]) => labels.includes(`route="${route}"`))
    .filter(([, labels = ""]) => labels.includes('status="200"'))
    .reduce((sum, [, , count]) => sum + Number(count), 0);

/** Counts the requests of one route that a process has measured since the last look. */
export const metricCounter = async (url: string, route: string) => {
  const read = async () => servedIn(await (await fetch(`${url}/metrics`)).text(), route);
  let before = await read();
  return {
    /** Waits until so many more are there. @throws when there are fewer or more */
    expect: async (requests: number): Promise<void> => {
      const now = await eventually(async () => {
        const count = await read();
        if (count - before === requests) return count;
        throw new Error(`${url}: ${count - before} of ${requests} requests of ${route} measured`);
      });
      before = now;
    },
  };
};
