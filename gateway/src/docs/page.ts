import type { Access } from "../routes.ts";
import type { DocumentedOperation, OpenApiDocument } from "./openapi.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escape = (text: string) => text.replaceAll(/[&<>"]/g, (found) => escapes[found] ?? found);

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .25rem; }
summary { cursor: pointer; padding: .4rem 0; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0; }
`;

const callers: Record<Access, string> = {
  anyone: "anyone",
  user: "signed-in users",
  admin: "admins",
  provider: "the payment provider",
};

const json = (title: string, value: unknown) =>
  `<h4>${escape(title)}</h4><pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre>`;

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;

const parametersOf = ({ parameters }: DocumentedOperation) => {
  if (parameters.length === 0) return "";
  const rows = parameters.map((parameter) =>
    row(
      `<code>${escape(parameter.name)}</code>`,
      `${parameter.in}${parameter.required ? ", required" : ""}`,
      `<code>${escape(JSON.stringify(parameter.schema))}</code>`,
    ),
  );
  return `<h4>Parameters</h4><table>${rows.join("")}</table>`;
};

const answersOf = ({ responses }: DocumentedOperation) => {
  const rows = Object.entries(responses).map(([status, { description }]) =>
    row(status, escape(description)),
  );
  const successes = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  const schemas = successes.flatMap(([status, { content }]) =>
    content ? [json(`Answer ${status}`, content["application/json"].schema)] : [],
  );
  return `<h4>Answers</h4><table>${rows.join("")}</table>${schemas.join("")}`;
};

const section = (method: string, path: string, operation: DocumentedOperation) => `
<details id="${operation.operationId}">
<summary><code>${method.toUpperCase()} ${escape(path)}</code> ${escape(operation.summary)}</summary>
<p>For ${callers[operation["x-access"]]}.</p>
${parametersOf(operation)}
${operation.requestBody ? json("Body", operation.requestBody.content["application/json"].schema) : ""}
${answersOf(operation)}
</details>`;

/** The document as a page that needs no script: one section for each service, one entry for each operation. */
export const openApiPage = (document: OpenApiDocument, nonce: string): string => {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = Map.groupBy(all, ({ operation }) => operation.tags[0] ?? "");
  const sections = [...groups].map(
    ([name, entries]) =>
      `<section><h2>${escape(name)}</h2>${entries
        .map(({ method, path, operation }) => section(method, path, operation))
        .join("")}</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${escape(document.info.title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>API of ${escape(document.info.title)}</h1>
<p>${escape(document.info.description)} The same as <a href="/api/openapi.json">OpenAPI ${escape(document.openapi)}</a>.</p>
${sections.join("\n")}
${json("Refusal", document.components.schemas.Error)}
</main>
</body>
</html>
`;
};
