import type { z } from "zod";
import { AppError, type Issue } from "./errors.ts";

const toIssues = (error: z.ZodError): Issue[] =>
  error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));

/** Zod's own messages do not name the field. */
const libraryText = /^(Invalid|Too (small|big)|Unrecognized)\b/;

const describe = ({ path, message }: Issue) =>
  path !== "" && libraryText.test(message) ? `${path}: ${message}` : message;

/** Parses any input by its schema. @throws invalid with the message of the first refused field */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issues = toIssues(result.error);
  const message = issues[0] ? describe(issues[0]) : "The request is not valid.";
  throw new AppError("invalid", "request.invalid", message, { issues });
}
