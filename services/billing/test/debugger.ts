import { readFile } from "node:fs/promises";
import { join } from "node:path";

const services = join(import.meta.dirname, "../..");

/** A line of the source, by its file below services/ and by text that stands there once. */
export type SourceLine = { file: string; text: string };

const numberOf = async ({ file, text }: SourceLine): Promise<number> => {
  const lines = (await readFile(join(services, file), "utf8")).split("\n");
  const found = lines.flatMap((line, index) => (line.includes(text) ? [index] : []));
  const [number] = found;
  if (number !== undefined && found.length === 1) return number;
  throw new Error(`"${text}" stands ${found.length} times in ${file}`);
};

type Message = { id?: number; method?: string; result?: unknown; error?: { message: string } };
type Breakpoint = { locations: { lineNumber: number }[] };

const connect = async (url: string) => {
  const socket = new WebSocket(url);
  const opened = Promise.withResolvers<void>();
  socket.addEventListener("open", () => opened.resolve());
  socket.addEventListener("error", () => opened.reject(new Error("no debugger answers")));
  await opened.promise;
  return socket;
};

/** Stops a process before it runs one line of its source, wherever else it may be. */
export const stopBefore = async (url: string, line: SourceLine) => {
  const socket = await connect(url);
  const answers = new Map<number, (message: Message) => void>();
  const stopped = Promise.withResolvers<void>();
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.method === "Debugger.paused") stopped.resolve();
    answers.get(message.id ?? 0)?.(message);
  });
  const call = async (id: number, method: string, params: object = {}) => {
    const answered = new Promise<Message>((resolve) => void answers.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { error, result } = await answered;
    if (error) throw new Error(error.message);
    return result;
  };
  await call(1, "Debugger.enable");
  const lineNumber = await numberOf(line);
  const where = { lineNumber, urlRegex: `${line.file.replaceAll(".", "\\.")}$` };
  const { locations } = (await call(2, "Debugger.setBreakpointByUrl", where)) as Breakpoint;
  if (locations.length !== 1 || locations[0]?.lineNumber !== lineNumber)
    throw new Error(`the process can not be stopped before "${line.text}"`);
  return {
    /** Settles when the process stands before the line. */
    stopped: stopped.promise,
    close: () => socket.close(),
  };
};
