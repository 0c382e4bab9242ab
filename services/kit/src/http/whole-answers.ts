import type { ServerResponse } from "node:http";

/** How the characters of a body become bytes. */
type Encoding = "latin1" | "utf8";
type Answer = { response: ServerResponse; body: string; encoding: Encoding };

let waiting: Answer[] = [];

const sendWaiting = () => {
  const answers = waiting;
  waiting = [];
  for (const { response, body, encoding } of answers) response.end(body, encoding);
};

/**
 * Ends an answer with a body that is there as a whole: a text, as it then leaves in one piece with the head.
 * Answers that are ready in the same turn of the loop leave together at its end: each write wakes its reader, and
 * who waits for several is then woken once.
 */
export const sendWhole = (response: ServerResponse, body: string, encoding: Encoding): void => {
  if (waiting.push({ response, body, encoding }) === 1) setImmediate(sendWaiting);
};
