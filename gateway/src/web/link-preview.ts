import { assertionHeader } from "@orbline/kit/auth";
import { endSiteKey } from "@orbline/kit/client-key";
import { escapeHtml } from "@orbline/kit/http/escape-html";
import {
  type ReceiptPreview,
  receiptPreviewSchema,
} from "@orbline/proto/http/prediction/record-log";
import type { Exchange } from "../exchange/exchange.ts";
import type { Assertions } from "../guards/assertion.ts";
import type { Read } from "../proxy/read-json.ts";

/** Longest wait for the words of a preview. After it the page is sent with general ones. */
const timeoutMs = 1_000;

type PreviewDeps = {
  /** Reads from the prediction service. */
  read: (request: Read) => Promise<unknown>;
  assertionFor: Assertions;
  publicOrigin: string;
};

/** Adds the link preview to the HTML of a shared pick's page, and returns other pages unchanged. */
export type AddPreview = (html: string, exchange: Exchange) => Promise<string>;

/** Adds title, description and picture of shared picks to their pages, because messengers read only HTML. */
export function linkPreviews({ read, assertionFor, publicOrigin }: PreviewDeps): AddPreview {
  return async (html, exchange) => {
    const slug = /^\/p\/([\w-]{22})$/.exec(exchange.path)?.[1];
    if (slug === undefined) return html;
    const { requestId, traceparent, clientIp } = exchange;
    const headers = {
      "x-request-id": requestId,
      "x-client-ip": clientIp,
      traceparent,
      [assertionHeader]: assertionFor({ kind: "anonymous" }, "prediction"),
    };
    const response = await read({
      path: `/api/receipts/${slug}/preview`,
      headers: Object.entries(headers).flat(),
      client: endSiteKey(clientIp),
      timeoutMs,
    });
    const preview = receiptPreviewSchema.safeParse(response).data;
    const tags = tagsOf(slug, publicOrigin, preview);
    const withTags = html.replace("</title>", () => `</title>${tags}`);
    return preview ? withWords(withTags, preview) : withTags;
  };
}

function tagsOf(slug: string, origin: string, preview: ReceiptPreview | undefined): string {
  const properties = {
    "og:title": preview?.title ?? "A pick by Orbline, with its proof",
    ...(preview && { "og:description": preview.description }),
    "og:type": "website",
    "og:url": `${origin}/p/${slug}`,
    "og:image": `${origin}/api/receipts/${slug}/image`,
    "og:image:width": "1200",
    "og:image:height": "630",
  };
  const tags = Object.entries(properties).map(
    ([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}">`,
  );
  return `${tags.join("")}<meta name="twitter:card" content="summary_large_image">`;
}

/** Replaces the title and the description that every page has. */
function withWords(html: string, { title, description }: ReceiptPreview): string {
  return html
    .replace(/<title>[^<]*/, () => `<title>${escapeHtml(title)} · Orbline`)
    .replace(
      /(name="description"\s+content=)"[^"]*"/,
      (_all, name) => `${name}"${escapeHtml(description)}"`,
    );
}
