import { grpcClientSettings, loadConfig, portSetting, serviceSettings } from "@orbline/kit/config";
import { z } from "zod";
import { sports } from "./domain/sport.ts";

const schema = z
  .object({
    ...serviceSettings,
    ...grpcClientSettings,
    PORT: portSetting(8103),
    BILLING_GRPC: z.string().min(1),
    /** The simulated season follows from this word. */
    SLATE_SEED: z.string().min(1).default("orbline"),
    /** A results file to replay instead of the simulated season. */
    REPLAY_FILE: z.string().optional(),
    REPLAY_SPORT: z.enum(sports).optional(),
    /** The day of the file that is today, YYYY-MM-DD. */
    REPLAY_FROM: z.iso.date().optional(),
    SETTLE_SECONDS: z.coerce.number().positive().default(30),
  })
  .superRefine(({ REPLAY_FILE, REPLAY_SPORT, REPLAY_FROM, NODE_ENV }, context) => {
    if (!REPLAY_FILE) return;
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: "custom", path: [name], message });
    if (!REPLAY_SPORT) refuse("REPLAY_SPORT", "is required with REPLAY_FILE");
    if (!REPLAY_FROM) refuse("REPLAY_FROM", "is required with REPLAY_FILE");
    if (NODE_ENV === "production") refuse("REPLAY_FILE", "is refused in production");
  });

/** Configuration of the service. */
export type Config = z.output<typeof schema>;

/** Reads the configuration of the service. @throws an error that names every wrong variable */
export const readConfig = (env: NodeJS.ProcessEnv = process.env): Config => loadConfig(schema, env);
