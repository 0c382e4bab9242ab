import { useQuery } from "@tanstack/react-query";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Link } from "#/components/ui/link.tsx";
import { PanelBody } from "#/components/ui/panel.tsx";
import { providerQuery, webhooksQuery } from "./api.ts";
import { Diagnosis, Finding, ResultBadge } from "./diagnosis.tsx";
import { messages } from "./messages.ts";

/** Whether the provider responds, in which mode, and how many webhooks wait. */
export function ProviderDiagnosis() {
  const provider = useQuery(providerQuery);
  const newest = useQuery(webhooksQuery());
  const open = useQuery(webhooksQuery("open"));
  const failed = useQuery(webhooksQuery("failed"));
  const last = newest.data?.webhooks[0]?.receivedAt;
  const isReachable = provider.data?.reachable ?? false;
  const isWell = isReachable && failed.data?.webhooks.length === 0;
  const countOf = ({ data }: typeof open) =>
    data ? messages.waiting(data.webhooks.length, data.nextCursor !== null) : messages.none;
  return (
    <Diagnosis checks={[provider, newest, open, failed]}>
      <Finding isGood={isWell}>{isWell ? messages.allWell : messages.notWell}</Finding>
      <PanelBody pt={0}>
        <DefinitionList
          entries={[
            [
              messages.reachable,
              <ResultBadge key="reachable" isGood={isReachable}>
                {isReachable ? messages.answers : messages.silent}
              </ResultBadge>,
            ],
            [messages.mode, provider.data?.mode ?? messages.none],
            [messages.lastWebhook, last ? messages.ago(ageOf(last)) : messages.noWebhook],
            [messages.backlog, countOf(open)],
            [messages.failures, countOf(failed)],
          ]}
        />
      </PanelBody>
      <PanelBody pt={0}>
        <Link to="/admin?tab=webhooks" tone="accent">
          {messages.toInbox}
        </Link>
      </PanelBody>
    </Diagnosis>
  );
}

/** The age of a time in its largest whole unit, such as `12 min`. */
export function ageOf(time: string, now = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - new Date(time).getTime()) / 1000));
  const unit = units.find(([, size]) => seconds >= size);
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : `${seconds} s`;
}

const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
] as const;
