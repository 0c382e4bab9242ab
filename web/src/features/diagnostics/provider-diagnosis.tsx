import { chakra } from "@chakra-ui/react/styled-system";
import { useQuery } from "@tanstack/react-query";
import { DefinitionList } from "#/components/data/definition-list.tsx";
import { Time } from "#/components/data/time.tsx";
import { Link } from "#/components/ui/link.tsx";
import { PanelBody } from "#/components/ui/panel.tsx";
import { utcMinute } from "#/lib/format.ts";
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
            [messages.lastWebhook, last ? <Moment key="last" at={last} /> : messages.noWebhook],
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

/** A time as users see it, and exactly in UTC, as logs have it. */
function Moment({ at }: { at: string }) {
  return (
    <>
      <Time at={at} /> <chakra.span color="fg.muted">({utcMinute(at)})</chakra.span>
    </>
  );
}
