import { z } from "zod";

/** RFC 3339 time in UTC. */
export const timeSchema = z.iso.datetime();
