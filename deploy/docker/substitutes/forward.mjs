// Forwards every connection from one port on all addresses to another port on the loopback address.
import { connect, createServer } from "node:net";
import { pipeline } from "node:stream";

const [outer, inner] = process.argv.slice(2).map(Number);

createServer({ noDelay: true }, (socket) => {
  const server = connect({ port: inner, host: "127.0.0.1", noDelay: true });
  pipeline(socket, server, socket, () => undefined);
}).listen(outer, "0.0.0.0");
