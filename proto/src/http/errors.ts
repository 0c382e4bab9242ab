import { z } from "zod";

const issueSchema = z.object({ path: z.string(), message: z.string() });

/** Body of every error response. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  issues: z.array(issueSchema).optional(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
