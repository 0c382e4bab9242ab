import { connect, createServer, type Socket } from "node:net";
import { eventually } from "@orbline/kit/testing/eventually";

/** A plain connection that sends exactly the written bytes and collects the received ones. */
export const openSocket = (origin: string) => {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString("latin1")));
  socket.on("error", () => undefined);
  return {
    socket,
    received: () => received,
    /** Resolves when the text is received. */
    until: (text: string) =>
      eventually(() => {
        if (!received.includes(text)) throw new Error(`no ${text} in ${received}`);
        return received;
      }),
  };
};

/** A TCP server that passes each connection to `onConnection`. */
export const startRawUpstream = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
