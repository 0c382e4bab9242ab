import { z } from "zod";

/** One field that was refused: where it is and what is wrong with it. */
const issueSchema = z.object({ path: z.string(), message: z.string() });

/** Body of every answer that is not a success. */
export const errorBodySchema = z.object({
  message: z.string(),
  code: z.string(),
  requestId: z.string(),
  issues: z.array(issueSchema).optional(),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
