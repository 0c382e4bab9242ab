import type { ServerResponse } from "node:http";

type Answer = { response: ServerResponse; body: string };

let waiting: Answer[] = [];

const sendWaiting = () => {
  const answers = waiting;
  waiting = [];
  for (const { response, body } of answers) response.end(body, "latin1");
};

/**
 * Ends an answer with a body that is there as a whole. Answers of services that arrive together leave together, when
 * all of them are read: each write wakes its reader, and who waits for several is then woken once.
 */
export const sendWhole = (response: ServerResponse, body: Buffer): void => {
  // As text it leaves in one piece with the head; latin1 keeps every byte as it is.
  if (waiting.push({ response, body: body.toString("latin1") }) === 1) setImmediate(sendWaiting);
};
