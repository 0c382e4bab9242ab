import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { Providers } from "./app/providers.tsx";
import { App } from "./app/app.tsx";
import { dropUser } from "./features/auth/api.ts";
import { createQueryClient } from "./lib/query-client.ts";
import { loadReferralScript, rememberReferral } from "./lib/referral.ts";
import { site } from "./lib/site.ts";

// The page's policy forbids making code out of text; without this zod would try, and the browser report it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

rememberReferral(window.location.search);
loadReferralScript(site.referralScriptUrl);

const root = document.querySelector("#root");
if (root)
  // As a transition the first drawing is done in short slices, between which the browser answers.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <BrowserRouter>
          <Providers queryClient={createQueryClient({ onUnauthorized: dropUser })}>
            <App />
          </Providers>
        </BrowserRouter>
      </StrictMode>,
    ),
  );
