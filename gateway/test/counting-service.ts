import { appendFileSync } from "node:fs";
import { createServer } from "node:http";

/** A service in its own process that writes each request to a file before it responds. */
const [port, file] = process.argv.slice(2);
if (!port || !file) throw new Error("usage: counting-service <port> <file>");

createServer((request, response) => {
  appendFileSync(file, `${request.url}\n`);
  setTimeout(() => response.end("{}"), 5);
}).listen(Number(port), "127.0.0.1");
