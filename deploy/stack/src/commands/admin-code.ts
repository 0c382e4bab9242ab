// npm run -s admin:code: prints the current code of the demo admin's authenticator app
import { codeOf } from "@orbline/demo/authenticator";
import { runCommand } from "@orbline/engines/command";
import { ensureSecrets } from "../configuration/secrets.ts";
import { loadSettings } from "../configuration/settings.ts";

await runCommand(() => {
  console.log(codeOf(ensureSecrets(loadSettings().dataDir).DEMO_ADMIN_TOTP));
  return Promise.resolve();
});
