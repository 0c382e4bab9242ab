import { loadConfig, portSetting, processSettings } from "@orbline/kit/config";
import { z } from "zod";

const schema = z.object({
  ...processSettings,
  NODE_ENV: z
    .enum(["development", "test"], {
      error: "the mailbox is for development and tests; it does not start in production",
    })
    .default("development"),
  PORT: portSetting(8120),
  SMTP_PORT: portSetting(8125),
  DATA_FILE: z.string().default(".data/mailbox/mails.db"),
});

/** Parses the environment. @throws one error that names every wrong variable; always in production */
export const readConfig = (env: NodeJS.ProcessEnv) => loadConfig(schema, env);
