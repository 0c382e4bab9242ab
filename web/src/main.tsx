import { startApp } from "./app/start.tsx";
import { collectPageErrors } from "./lib/reports/page-errors.ts";
import { reloadWhenShownAgain } from "./lib/navigation.ts";
import { site } from "./lib/site.ts";
import { loadReferralScript, rememberReferral } from "./shared/referral.ts";

collectPageErrors();
window.addEventListener("load", () => {
  import("./lib/reports/page-report.ts")
    .then(({ reportPage }) => reportPage())
    .catch(() => undefined);
});
reloadWhenShownAgain();
rememberReferral(window.location.search);
loadReferralScript(site.referralScriptUrl);

const root = document.querySelector("#root");
if (root) void startApp(root);
