import { startApp } from "./app/start.tsx";
import { reloadWhenShownAgain } from "./lib/navigation.ts";
import { site } from "./lib/site.ts";
import { loadReferralScript, rememberReferral } from "./shared/referral.ts";

reloadWhenShownAgain();
rememberReferral(window.location.search);
loadReferralScript(site.referralScriptUrl);

const root = document.querySelector("#root");
if (root) void startApp(root);
