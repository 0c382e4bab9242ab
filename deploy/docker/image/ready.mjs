// The health check of every image: succeeds when the program responds 200. Over a plain socket, because loading Node's
// HTTP client would double its cost of 30 ms of CPU.
import { connect } from "node:net";

const { READY_PORT, READY_PATH } = process.env;

const socket = connect(Number(READY_PORT), "127.0.0.1");
socket.setTimeout(4_000, () => process.exit(1));
socket.once("error", () => process.exit(1));
socket.once("data", (head) => process.exit(/^HTTP\/1\.[01] 200 /.test(String(head)) ? 0 : 1));
socket.once("close", () => process.exit(1));
socket.write(`GET ${READY_PATH} HTTP/1.0\r\n\r\n`);
