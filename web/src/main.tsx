import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { Providers } from "./app/providers.tsx";
import { App } from "./app/app.tsx";
import { dropUser } from "./features/auth/api.ts";
import { createQueryClient } from "./lib/query-client.ts";
import { loadReferralScript, rememberReferral } from "./lib/referral.ts";
import { site } from "./lib/site.ts";

rememberReferral(window.location.search);
loadReferralScript(site.referralScriptUrl);

const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Providers queryClient={createQueryClient({ onUnauthorized: dropUser })}>
          <App />
        </Providers>
      </BrowserRouter>
    </StrictMode>,
  );
