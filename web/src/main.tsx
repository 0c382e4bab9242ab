import { navigation, reloadWhenShownAgain } from "./lib/navigation.ts";
import { loadReferralScript, rememberReferral } from "./shared/referral.ts";
import { site } from "./lib/site.ts";
import { startTexts } from "./texts/start.ts";

// The page's policy forbids making code out of text; without this zod would try, and the browser report it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

reloadWhenShownAgain();
rememberReferral(window.location.search);
loadReferralScript(site.referralScriptUrl);

/** Lets the browser answer before the next step. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

// The theme is worked out in a task of its own.
const start = async () => {
  const { getSystem } = await import("./theme/system.ts");
  await pause();
  getSystem();
  const { startApp } = await import("./app/start.tsx");
  const root = document.querySelector("#root");
  if (root) await startApp(root);
};

// Nothing of the app may be there to say it with.
const sayMissing = () => {
  const again = document.createElement("a");
  again.href = navigation.address();
  again.textContent = startTexts.again;
  again.style.textDecoration = "underline";
  const note = document.createElement("p");
  note.role = "alert";
  note.style.padding = "16px";
  note.append(`${startTexts.incomplete} `, again);
  document.body.prepend(note);
};
start().catch(sayMissing);
