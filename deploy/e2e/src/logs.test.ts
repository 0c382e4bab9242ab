import { expect, it } from "vitest";
import { findCanaries, findOutages } from "./logs.ts";

const secrets = { PASSWORD: "Correct-horse-1", ASSERTION_PUBLIC_KEY: "public-key-of-all" };

it.each([
  ["password", '{"msg":"Correct-horse-1"}', "PASSWORD in a.log:2"],
  ["card number", "4242 4242 4242 4242", "card number in a.log:2"],
  ["card number", '{"last":"x.4242424242424242-"}', "card number in a.log:2"],
  ["email address", "mail to jo@example.com failed", "email address in a.log:2"],
  ["cookie", "__Host-sid=abcdefghijklmnopqrstuvwxyz", "cookie in a.log:2"],
  ["emailed link", "/reset?token=abcdefghijklmnopqrstuvwxyz", "emailed link in a.log:2"],
])("finds a %s in a log and does not repeat it", (_what, line, found) => {
  expect(findCanaries({ "a.log": `first\n${line}` }, secrets)).toEqual([found]);
});

it.each([
  '{"level":"info","requestId":"4242","msg":"request","key":"public-key-of-all"}',
  '{"ms":2.4000000000000004}',
  '{"ms":5.4242424242424242}',
  '{"requestId":"42424567-1234-4567-8123-0123456789ab"}',
])("finds nothing in the ordinary line %s", (line) => {
  expect(findCanaries({ "a.log": line }, secrets)).toEqual([]);
});

it("finds the lines that tell of an outage", () => {
  const line = '{"level":"warn","cause":"Error ECONNREFUSED","msg":"request not served"}';
  const text = `{"level":"info","msg":"request"}\n${line}`;
  expect(findOutages({ "identity.log": text })).toEqual([`identity.log: ${line}`]);
});
