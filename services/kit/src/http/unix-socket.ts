import { once } from "node:events";
import { chmod, mkdir, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { connect, createServer } from "node:net";
import { dirname, join } from "node:path";

/** So many bytes the path of a socket file may have on every system. */
export const longestSocketPath = 103;

/** The file on which a service answers a gateway on its machine, in the folder for them. */
export const socketPathOf = (folder: string, service: string): string =>
  join(folder, `${service}.sock`);

const isAnswered = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = connect(path, () => resolve(true)).once("error", () => resolve(false));
    probe.unref().end();
  });

/** Makes way for a new file: a process that was killed leaves its behind. @throws when somebody answers on it */
const clear = async (path: string): Promise<void> => {
  if (await isAnswered(path))
    throw new Error(`another process answers on ${path}: stop it, or set another SOCKET_DIR`);
  await rm(path, { force: true });
};

/**
 * Lets an HTTP server answer on a socket file too, which only this user may open. Resolves with what takes the file
 * away and then waits for the connections that came by it; those end with the server's.
 * @throws when the file cannot be made, or is another process's
 */
export const answerOnFile = async (server: Server, path: string): Promise<() => Promise<void>> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await clear(path);
  const file = createServer({ allowHalfOpen: true }, (socket) => server.emit("connection", socket));
  await once(file.listen(path), "listening");
  await chmod(path, 0o600);
  return () =>
    new Promise((resolve) => {
      file.close(() => resolve());
    });
};
