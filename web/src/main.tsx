import { collectPageErrors } from "./lib/reports/page-errors.ts";

/** Shows a notice of `index.html`. */
declare const showNotice: (id: string) => void;

collectPageErrors();
window.addEventListener("load", () => {
  import("./lib/reports/page-report.ts")
    .then(({ reportPage }) => reportPage())
    .catch(() => undefined);
});
void start();

/** Starts the app in steps, because a browser does not respond while it evaluates an import. */
async function start() {
  try {
    await import("react-dom/client");
    await import("./theme/system.ts");
    const { openPage } = await import("./app/start.tsx");
    openPage();
  } catch (error) {
    showNotice("incomplete");
    throw error;
  }
}
